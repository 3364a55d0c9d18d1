import { BALANCE_KINDS, type BalanceKind } from '#app/books/group/group_pairs'
import { JOURNAL_LABELS } from '#app/books/queries/list_entries'
import { row } from '#app/kernel/database/sql'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { type DocumentLink, documentLink, documentNumber, documentPage } from '#app/ledger/document_kinds'
import type { Journal } from '#app/ledger/journal_draft'

/** A line of one of two companies' books on a balance with the other. */
export type PairLineRow = {
  id: number
  entryId: number
  postedOn: string
  site: string
  entryNo: number
  journal: string
  kind: string
  account: string
  description: string
  document: DocumentLink | null
  debit: MoneyJson | null
  credit: MoneyJson | null
}

const definition: ListDefinition = {
  from: 'group_lines g',
  key: 'g.id',
  joins: `join journal_entries e on e.id = g.entry_id join sites s on s.id = g.site_id join journal_lines l on l.id = g.id`,
  select: `g.id, g.entry_id, g.posted_on, s.code as site, e.entry_no, g.journal, g.group_balance as kind, g.code as account, coalesce(nullif(l.memo, ''), e.description) as description,
    e.source_type, ${documentPage('e.source_type', 'e.source_id')} as source_page, ${documentNumber('e.source_type', 'e.source_id')} as source_number, g.amount_minor, g.currency`,
  sorts: { posted_on: { sql: 'g.posted_on', type: 'date' } },
  defaultSort: '-posted_on',
}

type FoundLine = {
  id: number
  entryId: number
  postedOn: string
  site: string
  entryNo: number
  journal: Journal
  kind: BalanceKind
  account: string
  description: string
  sourceType: string | null
  sourcePage: number | null
  sourceNumber: string | null
  amountMinor: number
  currency: MoneyJson['currency']
}

/** The lines that two companies have with each other, of both books. */
export const pairLinesList: List<FoundLine, PairLineRow> = {
  name: 'saldos-con-el-grupo',
  definition,
  toRow: (found) => {
    const money = (minor: number): MoneyJson => ({ minor, currency: found.currency })
    return {
      id: found.id,
      entryId: found.entryId,
      postedOn: found.postedOn,
      site: found.site,
      entryNo: found.entryNo,
      journal: JOURNAL_LABELS[found.journal],
      kind: BALANCE_KINDS[found.kind],
      account: found.account,
      description: found.description,
      document: documentLink({
        type: found.sourceType,
        page: found.sourcePage,
        number: found.sourceNumber,
      }),
      debit: found.amountMinor > 0 ? money(found.amountMinor) : null,
      credit: found.amountMinor < 0 ? money(-found.amountMinor) : null,
    }
  },
  columns: [
    { key: 'postedOn', title: 'Fecha', kind: 'day', sort: 'posted_on' },
    { key: 'site', title: 'Libros de', kind: 'reference' },
    { key: 'entryNo', title: 'Asiento', kind: 'number' },
    { key: 'journal', title: 'Diario', kind: 'text', isOptional: true },
    { key: 'kind', title: 'Saldo', kind: 'text', width: 160 },
    { key: 'account', title: 'Cuenta', kind: 'reference', isOptional: true },
    { key: 'description', title: 'Concepto', kind: 'name', file: { width: 50 } },
    {
      key: 'document',
      title: 'Documento',
      kind: 'own',
      width: 240,
      file: { value: ({ document }) => document?.label ?? null, width: 24 },
    },
    { key: 'debit', title: 'Debe', kind: 'money' },
    { key: 'credit', title: 'Haber', kind: 'money' },
  ],
}

/** SQL: a line `g` between the companies `:firstId` and `:secondId`, the smaller key first. */
export const BETWEEN = 'g.first_site_id = :firstId and g.second_site_id = :secondId'

/** SQL: the words of a line `g` that are searched. */
export const LINE_WORDS = `(select f_unaccent(lower(coalesce(w.memo, '') || ' ' || x.description)) from journal_lines w join journal_entries x on x.id = w.entry_id where w.id = g.id)`

export type PairHead = { id: number; name: string; code: string }

/** A company by its key; null when there is none. */
export const findCompany = (id: number): Promise<PairHead | null> =>
  row<PairHead>(`select id, legal_name::text as name, code from sites where id = :id`, { id })
