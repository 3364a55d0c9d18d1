/** Page sizes of the specification, §9; `all` arrives in chunks while one scrolls. */
export const PAGE_SIZES = [10, 25, 50, 100] as const

/**
 * Rows of a chunk of «Todos»: twice the largest page, so that no scroll waits for the next one, and no more than are looked up
 * by their keys with a plan of a page. Nothing but a first part of up to so many has a text and a plan of its own.
 */
export const CHUNK_SIZE = 200
