/**
 * Kinds of entries that belong to no document whose state would say something else than the books once they are
 * reversed: exchange differences of a day, and sales told as a sum.
 */
export const FREE_KINDS: readonly string[] = ['fx.revaluation', 'sales.book']
