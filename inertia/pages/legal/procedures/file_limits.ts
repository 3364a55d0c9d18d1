/** The largest file of a procedure that is kept. */
export const sizeMaxBytes = 25 * 1024 * 1024
