import {
  type StatementLineStatus,
  statementLineWorkflow,
} from '#app/accounts/workflows/statement_line_workflow'
import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { addMonths, today } from '#app/kernel/time/calendar_date'
import { Turns } from '#app/kernel/turns'
import { activeRules } from '#app/reconciliation/queries/list_rules'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { type RuleConditions, type RuleTest, testOf } from '#app/reconciliation/rules/bank_rule'

const monthsBack = 12
const linesMax = 50_000
const caughtMax = 5_000
const shownMax = 20
const limit = {
  ms: 10_000,
  tooLong: 'La prueba tarda demasiado: simplifique la expresión, con menos repeticiones.',
  field: 'pattern',
}

type Input = {
  account: MatchAccount
  viewerId: number
  conditions: RuleConditions
  accountCode: string
  /** Whether it is of every account of the company. */
  reach: 'account' | 'company'
  /** The rule that is edited, which is no conflict with itself. */
  ruleId: number | null
}

type Line = { id: number; normText: string; amountMinor: number; counterpartyIban: string | null }

/** What a rule would have caught in the last twelve months, what became of it then, and which rules want the same. */
export type RuleTrial = {
  looked: number
  isWhole: boolean
  caught: number
  same: number
  other: number
  open: number
  lines: {
    id: number
    bookedOn: string
    text: string
    amount: MoneyJson
    status: { tone: string; label: string }
    /** What it was really booked to or matched with. */
    with: string | null
    verdict: 'same' | 'other' | 'open'
  }[]
  conflicts: { id: number; name: string; count: number; accountCode: string }[]
}

/**
 * Tries a rule against the past without writing anything. Throws E_PATTERN at `pattern`, and E_TOO_LONG there when its
 * expression takes more than ten seconds over the movements.
 */
export async function tryRule(input: Input): Promise<RuleTrial> {
  const holds = testOf(input.conditions)
  const lines = await readPast(input)
  const turns = new Turns(limit)
  const caught = (await filterInTurns(lines, holds, turns)).slice(0, caughtMax)
  const what = await readOutcomes(caught.map(({ id }) => id))
  const judged = what.map((line) => ({ ...line, verdict: verdictOf(line, input.accountCode) }))
  const count = (verdict: string) => judged.filter((line) => line.verdict === verdict).length
  return {
    looked: lines.length,
    isWhole: lines.length < linesMax && caught.length < caughtMax,
    caught: caught.length,
    same: count('same'),
    other: count('other'),
    open: count('open'),
    lines: judged.toSorted(othersFirst).slice(0, shownMax).map(shown),
    conflicts: await findConflicts(input, caught, turns),
  }
}

async function filterInTurns(lines: readonly Line[], holds: RuleTest, turns: Turns): Promise<Line[]> {
  const found: Line[] = []
  for (const line of lines) {
    await turns.pass()
    if (holds(line)) found.push(line)
  }
  return found
}

/** Of accounts that the viewer may see. */
function readPast({ account, viewerId, reach }: Input): Promise<Line[]> {
  return rows<Line>(
    `select l.id, l.norm_text, l.amount_minor, l.counterparty_iban from bank_accounts b join bank_statement_lines l on l.bank_account_id = b.id
      where b.site_id = :siteId and (:everywhere or b.id = :id) and l.booked_on >= :from
        and not exists (select 1 from bank_account_permissions denied where denied.bank_account_id = b.id and denied.user_id = :viewerId and not denied.can_view)
      order by l.booked_on desc, l.id desc limit ${linesMax}`,
    {
      id: account.id,
      siteId: account.siteId,
      viewerId,
      everywhere: reach === 'company',
      from: addMonths(today(), -monthsBack),
    }
  )
}

type Outcome = {
  id: number
  bookedOn: string
  rawText: string
  amountMinor: number
  currency: string
  status: StatementLineStatus
  codes: string[]
  what: string | null
}

function readOutcomes(ids: number[]): Promise<Outcome[]> {
  return rows<Outcome>(
    `select l.id, l.booked_on, l.raw_text, l.amount_minor, l.currency, l.status, coalesce(o.codes, '{}') as codes, o.what
       from bank_statement_lines l left join lateral (
         select array_agg(distinct a.code) as codes, string_agg(distinct a.code || ' ' || a.name, ', ') as what
           from statement_matches m join journal_lines bank on bank.id = m.journal_line_id
           join journal_lines other on other.entry_id = bank.entry_id and other.id <> bank.id join ledger_accounts a on a.id = other.account_id
          where m.bank_statement_line_id = l.id) o on true
      where l.id = any(:ids::bigint[]) order by l.booked_on desc, l.id desc`,
    { ids }
  )
}

function verdictOf({ status, codes }: Outcome, accountCode: string): 'same' | 'other' | 'open' {
  if (status === 'pending' || status === 'suggested') return 'open'
  return status === 'booked_direct' &&
    accountCode !== '' &&
    codes.some((code) => code.startsWith(accountCode))
    ? 'same'
    : 'other'
}

const order = { other: 0, same: 1, open: 2 }
const othersFirst = (a: { verdict: keyof typeof order }, b: { verdict: keyof typeof order }) =>
  order[a.verdict] - order[b.verdict]

function shown(line: Outcome & { verdict: 'same' | 'other' | 'open' }) {
  return {
    id: line.id,
    bookedOn: line.bookedOn,
    text: line.rawText,
    amount: { minor: line.amountMinor, currency: line.currency },
    status: {
      tone: statementLineWorkflow.tone(line.status),
      label: statementLineWorkflow.label(line.status),
    },
    with: line.what,
    verdict: line.verdict,
  }
}

/** Other active rules that hold for the same movements and say another account. */
async function findConflicts({ account, accountCode, ruleId }: Input, caught: Line[], turns: Turns) {
  const rules = (await activeRules(account)).filter(
    ({ rule }) => rule.id !== ruleId && rule.action.accountCode !== accountCode
  )
  const conflicts: RuleTrial['conflicts'] = []
  for (const { rule, holds } of rules) {
    const count = (await filterInTurns(caught, holds, turns)).length
    if (count > 0)
      conflicts.push({ id: rule.id, name: rule.name, count, accountCode: rule.action.accountCode })
  }
  return conflicts
}
