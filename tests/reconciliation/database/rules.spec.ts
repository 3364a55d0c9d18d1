import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import { createRule, orderRules, type RuleInput, removeRule } from '#app/reconciliation/actions/save_rule'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { findMatchAccount } from '#app/reconciliation/queries/match_account'
import { tryRule } from '#app/reconciliation/queries/try_rule'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

const feeRule = (changes: Partial<RuleInput> = {}): RuleInput => ({
  name: 'Comisiones',
  bankAccountId: null,
  conditions: { text: 'comision', pattern: null, sign: 'out', minMinor: null, maxMinor: null, iban: null },
  action: {
    accountCode: '626',
    description: 'Comisión bancaria',
    providerId: null,
    taxCodeId: null,
    centerId: null,
    autoBook: true,
  },
  maxMinor: 5_000,
  active: true,
  ...changes,
})

async function makeFees(cents: number[]) {
  const treasury = await makeTreasury()
  let balance = 1_000_000
  const movements = cents.map((amount, at) => {
    balance += amount
    return { on: '2026-04-09', cents: amount, text: `COMISION MANTENIMIENTO ${at}`, balance }
  })
  await importBytes(treasury.accountId, csvStatement(movements))
  const lines = await linesOf(treasury.accountId)
  const [first, second] = lines
  return { ...treasury, first: first?.id ?? 0, second: second?.id ?? 0 }
}

const lineOf = (id: number) =>
  oneRow<{ status: string; ruleId: number | null }>(
    `select status, bank_rule_id as rule_id from bank_statement_lines where id = :id`,
    { id }
  )

test.group('Rules of bank movements', () => {
  test('a rule books what is under its limit and proposes what is above', async ({ assert }) => {
    const { accountId, siteId, person, first, second } = await makeFees([-1_250, -5_001])
    const ruleId = await createRule(siteId, feeRule(), person.actor)

    const report = await suggestMatches(accountId)

    assert.equal(report.booked, 1)
    assert.deepEqual(await lineOf(first), { status: 'booked_direct', ruleId })
    assert.deepEqual(await lineOf(second), { status: 'suggested', ruleId })
    const { code } = await oneRow<{ code: string }>(
      `select a.code from journal_entries e join journal_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        where e.source_type = 'bank_statement_line' and e.source_id = :first and l.amount_minor > 0`,
      { first }
    )
    assert.match(code, /^626/)
  })

  test('what somebody undid is never booked by the rule again', async ({ assert }) => {
    const { accountId, siteId, person, first } = await makeFees([-1_250])
    await createRule(siteId, feeRule(), person.actor)
    await suggestMatches(accountId)
    await undoMatch({ lineId: first, actor: person.actor })

    const report = await suggestMatches(accountId)

    assert.equal(report.booked, 0)
    assert.equal((await lineOf(first)).status, 'suggested')
  })

  test('a movement that an open item explains is not booked past it', async ({ assert }) => {
    const treasury = await makeTreasury()
    await makeBookedInvoice(treasury, 'COM-7781')
    await createRule(treasury.siteId, feeRule({ maxMinor: 100_000 }), treasury.person.actor)
    await importBytes(
      treasury.accountId,
      csvStatement([{ on: '2026-04-09', cents: -12_100, text: 'COMISION COM-7781', balance: 987_900 }])
    )

    const report = await suggestMatches(treasury.accountId)

    assert.equal(report.booked, 0)
    const [line] = await linesOf(treasury.accountId)
    assert.equal(line?.status, 'suggested')
  })

  test('the first rule in order decides, and the order is changed with its event', async ({ assert }) => {
    const { accountId, siteId, person, first } = await makeFees([-9_000])
    const fees = await createRule(siteId, feeRule(), person.actor)
    const upkeep = await createRule(
      siteId,
      feeRule({ name: 'Mantenimiento', conditions: { ...feeRule().conditions, text: 'mantenimiento' } }),
      person.actor
    )

    await orderRules(siteId, [upkeep, fees], person.actor)
    await suggestMatches(accountId)

    assert.equal((await lineOf(first)).ruleId, upkeep)
    const events = await rows<{ event: string }>(
      `select event from audit_events where site_id = :siteId and event like 'bank_rule.%' order by id`,
      { siteId }
    )
    assert.deepEqual(
      events.map(({ event }) => event),
      ['bank_rule.created', 'bank_rule.created', 'bank_rule.ordered']
    )
  })

  test('the past tells what a rule would have caught, how it was booked and who else wants it', async ({
    assert,
  }) => {
    const { accountId, siteId, person, first } = await makeFees([-1_250, -700])
    await bookDirect({ lineId: first, accountCode: '626', description: 'Comisión', actor: person.actor })
    await createRule(siteId, feeRule({ action: { ...feeRule().action, accountCode: '669' } }), person.actor)
    const account = await findMatchAccount(accountId)
    if (!account) throw new Error('No account')

    const trial = await tryRule({
      account,
      viewerId: person.id,
      conditions: feeRule().conditions,
      accountCode: '626',
      reach: 'account',
      ruleId: null,
    })

    assert.deepEqual([trial.looked, trial.caught, trial.same, trial.other, trial.open], [2, 2, 1, 0, 1])
    assert.deepEqual(
      trial.conflicts.map(({ name, count }) => [name, count]),
      [['Comisiones', 2]]
    )
  })

  test('a removed rule leaves what it booked and takes back what it proposed', async ({ assert }) => {
    const { accountId, siteId, person, first, second } = await makeFees([-1_250, -9_000])
    const ruleId = await createRule(siteId, feeRule(), person.actor)
    await suggestMatches(accountId)

    await removeRule(ruleId, siteId, person.actor)

    assert.deepEqual(await lineOf(first), { status: 'booked_direct', ruleId: null })
    assert.deepEqual(await lineOf(second), { status: 'pending', ruleId: null })
  })

  test('the database refuses a rule without limit, and what a rule books above its own', async ({
    assert,
  }) => {
    const { siteId, person, first } = await makeFees([-9_000])
    const ruleId = await createRule(siteId, feeRule(), person.actor)

    await assert.rejects(
      () => execute(`update bank_rules set max_minor = null where id = :ruleId`, { ruleId }),
      /bank_rules_limit/
    )
    await assert.rejects(
      () =>
        bookDirect({
          lineId: first,
          accountCode: '626',
          description: 'Comisión',
          rule: { id: ruleId, providerId: null, taxCodeId: null, centerId: null },
          actor: SYSTEM,
        }).then(() => execute('set constraints all immediate')),
      /bank_rule_exceeds_limit/
    )
  })

  test('a rule takes the VAT out of a fee and charges its centre', async ({ assert }) => {
    const { accountId, siteId, person, first } = await makeFees([-1_210])
    const { taxCodeId } = await oneRow<{ taxCodeId: number }>(
      `select id as tax_code_id from tax_codes where code = 'IVA21'`
    )
    const { centerId } = await oneRow<{ centerId: number }>(
      `insert into site_centers (site_id, code, name) values (:siteId, 'C1', 'Hotel del puerto') returning id as center_id`,
      { siteId }
    )
    await createRule(siteId, feeRule({ action: { ...feeRule().action, taxCodeId, centerId } }), person.actor)

    await suggestMatches(accountId)

    const posted = await rows(
      `select left(a.code, 3) as account, l.amount_minor as minor, l.tax_base_minor as base, l.center_id
         from journal_entries e join journal_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        where e.source_type = 'bank_statement_line' and e.source_id = :first and a.code !~ '^57' order by l.line_no`,
      { first }
    )
    assert.deepEqual(posted, [
      { account: '626', minor: 1_000, base: null, centerId },
      { account: '472', minor: 210, base: 1_000, centerId: null },
    ])
  })

  test('a rule names no tax of another territory and no centre of another company', async ({ assert }) => {
    const { siteId, person } = await makeTreasury()
    const other = await makeTreasury()
    const { centerId } = await oneRow<{ centerId: number }>(
      `insert into site_centers (site_id, code, name) values (:siteId, 'C1', 'De otra') returning id as center_id`,
      { siteId: other.siteId }
    )
    const { taxCodeId } = await oneRow<{ taxCodeId: number }>(
      `select id as tax_code_id from tax_codes where kind = 'igic' and rate_basis_points > 0 limit 1`
    )
    const create = (named: object) =>
      createRule(siteId, feeRule({ action: { ...feeRule().action, ...named } }), person.actor)

    await assert.rejects(() => create({ taxCodeId }), /no rige ese día en el territorio/)
    await assert.rejects(() => create({ centerId }), /Elija un centro de la empresa/)
  })

  test('an account that is kept by party is no account for a rule', async ({ assert }) => {
    const { siteId, person } = await makeTreasury()

    await assert.rejects(
      () =>
        createRule(siteId, feeRule({ action: { ...feeRule().action, accountCode: '410' } }), person.actor),
      /se lleva por partidas/
    )
  })
})
