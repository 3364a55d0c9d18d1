import type { HttpContext } from '@adonisjs/core/http'
import { type Companies, companiesFilter } from '#app/accounts/queries/book_scope'
import { searchableText } from '#app/accounts/queries/payroll_detail'
import { scopedCompanies } from '#app/accounts/scoped'
import { seesPayroll, type Viewer, viewerOf } from '#app/accounts/viewer'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { type CalendarDate, formatDay, isCalendarDate, today } from '#app/kernel/calendar_date'
import { type ExportColumn, exportList, sendRows } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { printList, printRows } from '#app/kernel/http/print_list'
import { QueryFilters } from '#app/kernel/http/query_filters'
import type { Filter } from '#app/kernel/listing'
import { letteringsList, listLetterings } from '#app/reconciliation/queries/list_letterings'
import {
  type FoundOpenItem,
  listOpenItems,
  type OpenItemRow,
  openItemRow,
  openItemsList,
  openItemsScope,
} from '#app/reconciliation/queries/list_open_items'
import {
  listOpenParties,
  type OpenPartyRow,
  openPartiesOrder,
} from '#app/reconciliation/queries/list_open_parties'
import { BUCKET_NAMES, BUCKETS, bucketCondition } from '#app/reconciliation/queries/open_item_buckets'
import { partyName } from '#app/reconciliation/queries/party_name'

const itemColumns: ExportColumn<OpenItemRow>[] = [
  { header: 'Vencimiento', value: (row) => row.due_on, kind: 'day' },
  { header: 'Días', value: (row) => row.days, kind: 'number', width: 9 },
  { header: 'Empresa', value: (row) => row.site },
  { header: 'Cuenta', value: (row) => row.code },
  { header: 'Contraparte', value: (row) => row.party, width: 34 },
  { header: 'Documento', value: (row) => row.document?.label ?? null, width: 22 },
  { header: 'Concepto', value: (row) => row.description, width: 40 },
  { header: 'Fecha', value: (row) => row.posted_on, kind: 'day' },
  { header: 'Asiento', value: (row) => row.entry_no, kind: 'number', width: 10 },
  { header: 'Importe', value: (row) => row.amount },
  { header: 'Pendiente', value: (row) => row.open },
]

const partyColumns: ExportColumn<OpenPartyRow>[] = [
  { header: 'Contraparte', value: (row) => row.party, width: 44 },
  { header: 'Divisa', value: (row) => row.total.currency, width: 8 },
  { header: 'Partidas', value: (row) => row.count, kind: 'number', width: 10 },
  ...BUCKET_NAMES.map(
    (name): ExportColumn<OpenPartyRow> => ({ header: BUCKETS[name].label, value: (row) => row[name] })
  ),
  { header: 'Total', value: (row) => row.total },
]

type Asked = {
  viewer: Viewer
  companies: Companies
  asOf: CalendarDate
  isToday: boolean
  showsPayroll: boolean
}

/** Partidas abiertas: by party with their ageing, one by one, and the letterings that closed others (area 01 §3). */
export default class OpenItemsController {
  async index(ctx: HttpContext) {
    const viewer = viewerOf(requireSignedIn(ctx))
    const day = ctx.request.input('as_of')
    const asOf = typeof day === 'string' && isCalendarDate(day) ? day : today()
    const asked: Asked = {
      viewer,
      companies: scopedCompanies(ctx),
      asOf,
      isToday: asOf >= today(),
      showsPayroll: seesPayroll(viewer),
    }
    const view = ctx.request.input('view')
    if (view === 'items') return this.items(ctx, asked)
    if (view === 'letterings') return this.letterings(ctx, asked)
    return this.parties(ctx, asked)
  }

  private async parties(ctx: HttpContext, asked: Asked) {
    const { companies, asOf, isToday, showsPayroll } = asked
    const request = listRequest(ctx, openPartiesOrder)
    const scope = companiesFilter(companies, 'o.site_id')
    const filter = this.narrowed(ctx, asked, scope)
    const from = openItemsList(asOf, isToday).from
    const list = (size: typeof request) =>
      listOpenParties({ from, filter, request: size, text: searchText(ctx), showsPayroll })
    const format = ctx.request.input('export')
    if (format === 'xlsx' || format === 'csv' || format === 'pdf') {
      const { rows } = await list({ ...request, page: 1, perPage: 'all' })
      const name = 'partidas-abiertas-por-contraparte'
      if (format === 'pdf')
        return printRows(ctx, { ...this.paper(ctx, asOf), name, columns: partyColumns, rows })
      return sendRows(ctx, { name, format, rows, columns: partyColumns })
    }
    return this.render(ctx, asked, { parties: await list(request) })
  }

  private async items(ctx: HttpContext, asked: Asked) {
    const { asOf, isToday, companies, showsPayroll } = asked
    const definition = openItemsList(asOf, isToday)
    const request = listRequest(ctx, definition)
    const filter = this.narrowed(ctx, asked, openItemsScope(companies, showsPayroll))
    const text = searchText(ctx)
    if (text !== '') {
      const found = new QueryFilters(ctx).words(
        text,
        searchableText(
          `coalesce(l.memo, '') || ' ' || e.description || ' ' || coalesce(i.invoice_number, '')`,
          showsPayroll
        )
      ).filter
      filter.where.push(
        `exists (select 1 from journal_lines l join journal_entries e on e.id = l.entry_id left join invoices i on l.document_type = 'invoice' and i.id = l.document_id
           where l.id = o.journal_line_id and ${found.where.join(' and ')})`
      )
      Object.assign(filter.bindings, found.bindings)
    }
    const exported = {
      name: 'partidas-abiertas',
      definition,
      request,
      filter,
      columns: itemColumns,
      toRow: (found: FoundOpenItem) => openItemRow(found, showsPayroll),
    }
    if (await printList(ctx, { ...exported, ...this.paper(ctx, asOf) })) return
    if (await exportList(ctx, exported)) return
    return this.render(ctx, asked, {
      items: await listOpenItems({ definition, request, filter, showsPayroll }),
    })
  }

  private async letterings(ctx: HttpContext, asked: Asked) {
    const query = new QueryFilters(ctx).keys('account_id', 'c.account_id')
    const { where, bindings } = companiesFilter(asked.companies, 'c.site_id')
    query.add(where.join(' and '), bindings)
    const text = searchText(ctx)
    if (text !== '') query.add('c.code ilike :code', { code: `%${text.replace(/[\\%_]/g, '\\$&')}%` })
    const mayUndo = this.mayLetter(asked.viewer) ? 'undo' : 'read'
    const letterings = await listLetterings({
      request: listRequest(ctx, letteringsList),
      filter: query.filter,
      mayUndo,
    })
    return this.render(ctx, asked, { letterings })
  }

  /** The filters that items and parties share. */
  private narrowed(ctx: HttpContext, { asOf }: Asked, scope: Filter): Filter {
    const query = new QueryFilters(ctx)
    query.add(scope.where.join(' and '), { ...scope.bindings, asOf })
    const code = String(ctx.request.input('code') ?? '')
    if (/^\d{1,12}$/.test(code))
      query.add(`o.account_id in (select id from ledger_accounts where code like :code || '%')`, { code })
    const party = String(ctx.request.input('party') ?? '')
    if (/^[a-z]{1,20}:\d{1,18}$/.test(party)) query.add('o.party = :party', { party })
    const currency = String(ctx.request.input('currency') ?? '')
    if (/^[A-Z]{3}$/.test(currency)) query.add('o.currency = :currency', { currency })
    const bucket = BUCKET_NAMES.find((name) => name === ctx.request.input('bucket'))
    if (bucket) query.add(bucketCondition(bucket))
    return query.filter
  }

  private async render(ctx: HttpContext, { asOf, isToday, viewer }: Asked, lists: object) {
    const party = String(ctx.request.input('party') ?? '')
    return ctx.inertia.render('reconciliation/open_items/index', {
      parties: null,
      items: null,
      letterings: null,
      as_of: asOf,
      can_letter: isToday && this.mayLetter(viewer),
      party: /^[a-z]{1,20}:\d{1,18}$/.test(party) ? await partyName(party, viewer) : null,
      buckets: BUCKET_NAMES.map((value) => ({ value, label: BUCKETS[value].label })),
      ...lists,
    })
  }

  private mayLetter({ role }: Viewer): boolean {
    return role === 's1st3ma' || role === 'superC0ntab1l1dad' || role === 'c0ntab1l1dad'
  }

  private paper(ctx: HttpContext, asOf: CalendarDate) {
    const { user } = requireSignedIn(ctx)
    return { title: 'Partidas abiertas', subtitle: `A ${formatDay(asOf)}`, who: user.name }
  }
}
