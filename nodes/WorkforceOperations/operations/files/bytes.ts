/** A buffer that doesn't share its memory, as web streams require. */
export type Bytes = Buffer<ArrayBuffer>;
