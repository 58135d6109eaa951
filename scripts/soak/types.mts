/** `more`: further arguments of the command line. */
export type Soak = (minutes: number, say: (line: string) => void, more: string[]) => Promise<boolean>;
