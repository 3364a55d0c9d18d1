import type { Area } from '#app/kernel/area'

/** Who a line of the book is with: a supplier, an employee, a company of the group. */
export type PartyKind = {
  /** `counterparty_type` of lines and `subledger` of accounts. */
  type: string
  /** SQL: their name, where `id` is their key. */
  name: (id: string) => string
  /** SQL: `id`, `tax_id` and `name` of those who have one of `:taxIds` and whom the company `:siteId` may owe to. */
  byTaxId: string
}

declare module '#app/kernel/area' {
  interface Area {
    /** Who the book may be kept with by name. */
    parties?: readonly PartyKind[]
  }
}

const kinds = new Map<string, PartyKind>()

/** Lets the books name whom an area keeps. */
export function bringParties({ parties = [] }: Pick<Area, 'parties'>): void {
  for (const kind of parties) kinds.set(kind.type, kind)
}

/** Throws before anything was brought: statements are made when a page is first asked for, and that is after the start. */
function brought(): PartyKind[] {
  if (kinds.size === 0) throw new Error('No area has told whom it keeps yet')
  return [...kinds.values()]
}

/** SQL over two columns: the name of the party of a type and key; null where there is none. */
export const partyName = (type: string, id: string): string =>
  `case ${type} ${brought()
    .map((kind) => `when '${kind.type}' then (${kind.name(id)})`)
    .join(' ')} end`

/** How the parties of a type are found by their tax ids. Throws for a type that nobody keeps. */
export function partiesByTaxId(type: string): string {
  const kind = kinds.get(type)
  if (!kind) throw new Error(`Nobody keeps parties of type ${type}`)
  return kind.byTaxId
}
