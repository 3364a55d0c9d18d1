/** Raised with every change that makes the same file read differently. */
export const engineVersion = '1.9.0'
