/** `more`: what the command line says beside the minutes. */
export type Soak = (minutes: number, say: (line: string) => void, more: string[]) => Promise<boolean>;
