/** Bytes in memory of their own, as the global streams take them. */
export type Bytes = Buffer<ArrayBuffer>;
