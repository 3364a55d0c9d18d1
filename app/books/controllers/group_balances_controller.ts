import type { HttpContext } from '@adonisjs/core/http'
import {
  BALANCE_KINDS,
  groupPairs,
  PAIR_STATES,
  pageOfPairs,
  pairColumns,
} from '#app/books/group/group_pairs'
import {
  BETWEEN,
  findCompany,
  LINE_WORDS,
  type PairHead,
  pairLinesList,
} from '#app/books/group/list_pair_lines'
import { scopedCompanies } from '#app/books/scoped'
import { isInScope, limitToScope, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportDeclared, sendRows } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { printRows } from '#app/kernel/http/print_list'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { fileColumns } from '#app/kernel/lists/list_columns'
import { listOf } from '#app/kernel/lists/listing'
import { type CalendarDate, formatDay, isPlausibleDay, today } from '#app/kernel/time/calendar_date'

/** Saldos con el grupo: what each two companies say of each other, side by side (docs/decisions/0078). */
export default class GroupBalancesController {
  async index(ctx: HttpContext) {
    const query = ctx.request.qs() as Record<string, unknown>
    const on = dayOf(query.on)
    const pairs = await groupPairs({
      scope: scopeOf(ctx),
      wanted: scopedCompanies(ctx),
      on,
      kinds: [query.kind ?? []].flat().map(String),
      states: [query.state ?? []].flat().map(String),
      text: searchText(ctx),
    })
    const name = 'saldos-con-el-grupo'
    const columns = fileColumns(pairColumns)
    if (query.export === 'xlsx' || query.export === 'csv')
      return sendRows(ctx, { name, format: query.export, rows: pairs, columns })
    if (query.export === 'pdf')
      return printRows(ctx, {
        name,
        title: 'Saldos con el grupo',
        subtitle: `A ${formatDay(on)}`,
        who: requireSignedIn(ctx).user.name,
        columns,
        rows: pairs,
      })
    const request = listRequest(ctx, { sorts: {}, defaultSort: 'site' })
    return ctx.inertia.render('books/group_balances/index', {
      pairs: pageOfPairs(pairs, request),
      on,
      kinds: optionsOf(BALANCE_KINDS),
      states: optionsOf(PAIR_STATES),
    })
  }

  async show(ctx: HttpContext) {
    const [own, partner] = [await companyOf(ctx.params.site), await companyOf(ctx.params.partner)]
    if (own.id === partner.id || !(isInScope(ctx, own.id) || isInScope(ctx, partner.id))) throw new NotFound()
    const filters = new QueryFilters(ctx)
      .add(BETWEEN, { firstId: Math.min(own.id, partner.id), secondId: Math.max(own.id, partner.id) })
      .oneOf('kind', 'g.group_balance', Object.keys(BALANCE_KINDS))
      .days('posted', 'g.posted_on')
      .words(searchText(ctx), LINE_WORDS)
    limitToScope(ctx, 'g.site_id', filters.filter)
    const asked = { request: listRequest(ctx, pairLinesList.definition), filter: filters.filter }
    if (await exportDeclared(ctx, pairLinesList, asked)) return
    return ctx.inertia.render('books/group_balances/show', {
      own,
      partner,
      seesBoth: isInScope(ctx, own.id) && isInScope(ctx, partner.id),
      lines: await listOf(pairLinesList, asked.request, asked.filter),
      kinds: optionsOf(BALANCE_KINDS),
    })
  }
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const dayOf = (given: unknown): CalendarDate =>
  typeof given === 'string' && isPlausibleDay(given) ? given : today()

async function companyOf(param: unknown): Promise<PairHead> {
  const found = await findCompany(Number(param))
  if (!found) throw new NotFound()
  return found
}
