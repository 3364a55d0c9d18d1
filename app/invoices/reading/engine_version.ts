/** Raised with every change that makes the same file read differently. */
export const engineVersion = '1.8.0'
