import type { HttpContext } from '@adonisjs/core/http'
import { accountProps } from '#app/accounts/queries/find_account'
import { findRunningImport } from '#app/accounts/queries/find_running_import'
import { reconcilableAccount, scopedAccount } from '#app/accounts/scoped'
import { canReconcile } from '#app/accounts/viewer'
import { statementLineWorkflow } from '#app/accounts/workflows/statement_line_workflow'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { requestSuggestions } from '#app/reconciliation/jobs/suggest_matches_job'
import { checkStatements } from '#app/reconciliation/queries/check_statements'
import {
  countProgress,
  listReconcileLines,
  OF_BANK_ACCOUNT,
  reconcileList,
  shownLines,
} from '#app/reconciliation/queries/list_lines'
import { findMatchAccount } from '#app/reconciliation/queries/match_account'
import { findSelectedLine } from '#app/reconciliation/queries/selected_line'

export default class ReconcileController {
  async index(ctx: HttpContext) {
    const { account, viewer } = await scopedAccount(ctx)
    const lines = once(() => listReconcileLines(listRequest(ctx, reconcileList), lineFilter(ctx, account.id)))
    const counted = once(() => countProgress(account.id))
    // Moving on to the next movement asks for that one alone: what it does not ask for is not read.
    return ctx.inertia.render('reconciliation/lines/index', {
      account: accountProps(account, viewer),
      lines: async () => {
        const [list, { pending, suggested, total }] = await Promise.all([lines(), counted()])
        return { ...list, counters: { pending, suggested, all: total } }
      },
      selected: async () => {
        const find = (id: number | null | undefined) =>
          id ? findSelectedLine(account.id, id, viewer, itemSearch(ctx)) : null
        // One that turned out to be another, and went, leaves its place to the first.
        return (await find(askedLine(ctx))) ?? find((await lines()).rows[0]?.id)
      },
      progress: async () => {
        const { done, total } = await counted()
        return { done, total }
      },
      tolerance: async () => {
        const settings = await findMatchAccount(account.id)
        return { minor: settings?.toleranceMinor ?? 0, currency: account.currency }
      },
      importing: () => findRunningImport(account.id),
      check: () => checkStatements(account.id),
      canWrite: canReconcile(viewer, account),
    })
  }

  /** Looks for suggestions once more, in the background. */
  async store(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const { user } = requireSignedIn(ctx)
    await requestSuggestions(account.id, user.id)
    ctx.session.flash('info', 'Se están buscando conciliaciones: las verá aquí en unos segundos.')
    return ctx.response.redirect().withQs().back()
  }
}

/** The movement of the address; null where it names none. */
function askedLine(ctx: HttpContext): number | null {
  const asked = Number(ctx.request.input('line'))
  return Number.isSafeInteger(asked) && asked > 0 ? asked : null
}

/** The answer of one question, asked when somebody first wants it. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask()
    return answer
  }
}

const itemSearchLengthMax = 100

/** What somebody looks for among all open items, or nothing. */
function itemSearch(ctx: HttpContext): string {
  const text = ctx.request.input('items') as unknown
  return typeof text === 'string' ? text.trim().slice(0, itemSearchLengthMax) : ''
}

function lineFilter(ctx: HttpContext, bankAccountId: number) {
  const query = new QueryFilters(ctx)
  query.add(OF_BANK_ACCOUNT, { bankAccountId })
  query.add(shownLines(ctx.request.input('show')))
  query
    .oneOf('status', 'l.status', Object.keys(statementLineWorkflow.states))
    .days('booked', 'l.booked_on')
    .amounts('amount', 'l.amount_minor')
  return query.foldedWords(searchText(ctx), 'l.norm_text').filter
}
