import type { Hindrance } from '#app/kernel/hindrances'
import { port } from '#app/kernel/port'

/** Documents with an expense profile: one that was used is deactivated, not deleted. */
export const profileUses = port<Pick<Hindrance, 'rows'>>('what has an expense profile')

/** SQL: the `created_at` of every line that a profile was given, by its key. */
export const matchedLines = port<(profile: string) => string>('lines with an expense profile')
