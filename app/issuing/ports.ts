import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { port } from '#app/kernel/port'

/** What stands behind issued documents of one kind, told by whoever issues them. */
export type IssuedSource = {
  /** `source_type` of its documents. */
  type: string
  /** What people call it: «Refacturación». */
  label: string
  /** Where it is seen, and where it is rectified; null where that is not offered now. */
  href: (sourceId: number) => string
  rectifyHref: (sourceId: number) => string | null
  /** After somebody annulled its document, in the same transaction: takes back what was posted. Throws DomainError to refuse it. */
  annulled: (trx: Transaction, about: { sourceId: number; reason: string; actor: Actor }) => Promise<void>
}

export const issuedSources = port<IssuedSource>('what stands behind issued documents')

/** The one of a type; null for a document that nobody stands behind. */
export const sourceOf = (type: string | null): IssuedSource | null =>
  type === null ? null : (issuedSources.all().find((source) => source.type === type) ?? null)
