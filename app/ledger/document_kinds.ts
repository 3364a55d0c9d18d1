import type { Area } from '#app/kernel/area'

/** A kind of document that stands behind entries of the book: what people call it and where it is seen. */
export type DocumentKind = {
  /** `document_type` of lines and `source_type` of entries. */
  type: string
  label: string
  /** The address of its page, by the key that `page` gives. */
  path: (page: number) => string
  /** SQL: what people call the document whose key stands in a column: its number. */
  number?: (id: string) => string
  /** SQL: the key of the page that shows it, where that is of what it belongs to. */
  page?: (id: string) => string
  /** SQL: whether the document tells what somebody is paid; what does is not for everybody who reads the book. */
  isPayroll?: (id: string) => string
}

declare module '#app/kernel/area' {
  interface Area {
    /** Documents of it that the book knows by type and key. */
    documents?: readonly DocumentKind[]
  }
}

const kinds = new Map<string, DocumentKind>()

/** Lets the pages of lower floors name what an area writes into the book. */
export function bringDocuments({ documents = [] }: Pick<Area, 'documents'>): void {
  for (const kind of documents) kinds.set(kind.type, kind)
}

/** Throws before anything was brought: statements are made when a page is first asked for, and that is after the start. */
function brought(): DocumentKind[] {
  if (kinds.size === 0) throw new Error('No area has told its documents yet')
  return [...kinds.values()]
}

/** SQL: a case over the kinds that tell a part of theirs. */
function caseOf(columns: { type: string; id: string }, part: 'number' | 'page', otherwise: string): string {
  const whens = brought().flatMap((kind) => {
    const sql = kind[part]?.(columns.id)
    return sql === undefined ? [] : [`when ${columns.type} = '${kind.type}' then (${sql})`]
  })
  return `case ${whens.join(' ')} ${otherwise} end`
}

/** By what people call the document of a type and key: its number; SQL over two columns, null for what has none. */
export const documentNumber = (type: string, id: string): string => caseOf({ type, id }, 'number', '')

/** The key of the page that shows such a document, which may be that of what it belongs to; SQL over the same columns. */
export const documentPage = (type: string, id: string): string => caseOf({ type, id }, 'page', `else ${id}`)

/** SQL over the same columns: whether such a document tells what somebody is paid. */
export const isPayrollDocument = (type: string, id: string): string => {
  const told = brought().flatMap((kind) => {
    const sql = kind.isPayroll?.(id)
    return sql === undefined ? [] : [`(${type} is not distinct from '${kind.type}' and ${sql})`]
  })
  return told.length === 0 ? 'false' : `(${told.join(' or ')})`
}

export type DocumentLink = { label: string; href: string }
export type NamedDocument = { type: string | null; page: number | null; number: string | null }

/** Where the document behind an entry is seen; null for what has no page of its own. */
export function documentLink({ type, page, number }: NamedDocument): DocumentLink | null {
  const kind = type === null ? undefined : kinds.get(type)
  if (!kind || page === null) return null
  return { label: number === null ? kind.label : `${kind.label} ${number}`, href: kind.path(page) }
}
