import type { Keyword } from './profile_types'

/** What makes two keywords of a profile the same one. */
export const keyOf = ({ kind, mode, text, field }: Keyword) =>
  [kind, mode, text.trim().toLocaleLowerCase('es'), field].join('|')
