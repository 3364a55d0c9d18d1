import { test } from '@japa/runner'
import fc from 'fast-check'
import { resolveDuplicate } from '#app/accounts/actions/resolve_duplicate'
import { undoImport } from '#app/accounts/actions/undo_import'
import { SYSTEM } from '#app/audit/record_event'
import { linkProviderAccount } from '#app/banking/actions/link_provider_account'
import { syncConnector } from '#app/banking/sync/sync_connector'
import { oneRow, rows } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { addDays, calendarDate } from '#app/kernel/time/calendar_date'
import { accountsOf, type Connected, feedMovement, makeConnection } from '#tests/factories/fake_bank'
import { makeUser } from '#tests/factories/people'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

const IBANS = ['ES9121000418450200051332', 'ES7921000813610123456789', null]
const NAMES = ['Suministros Marina, S.L.', 'Hotel Bahía Azul', null]
const FIRST = calendarDate('2026-11-10')

/** A movement as it happened; what of it the bank's file shows, and in which words, is another thing. */
type Truth = { day: number; cents: number; iban: number; name: number; isShown: boolean; hasId: boolean }
type Step = { from: 'file' | 'feed'; first: number; days: number }

const truths = fc.array(
  fc.record({
    day: fc.nat(4),
    cents: fc.constantFrom(-500, -500, -1000, -2500),
    iban: fc.nat(2),
    name: fc.nat(2),
    isShown: fc.boolean(),
    hasId: fc.boolean(),
  }),
  { minLength: 1, maxLength: 10 }
)
const steps = fc.array(
  fc.record({
    from: fc.constantFrom('file' as const, 'feed' as const),
    first: fc.nat(4),
    days: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 5 }
)

const dayOf = ({ day }: Truth) => addDays(FIRST, day)

const told = (truth: Truth, at: number) =>
  feedMovement({
    externalId: `T${at}`,
    bookedOn: dayOf(truth),
    amountMinor: truth.cents,
    counterpartyIban: IBANS[truth.iban] ?? null,
    counterpartyName: NAMES[truth.name] ?? null,
    endToEndId: truth.hasId ? `E2E-${at}` : null,
    text: `Payment ${at}`,
  })

const written = (truth: Truth) => ({
  on: dayOf(truth),
  cents: truth.cents,
  text: 'RECIBO',
  ...(truth.isShown ? { name: NAMES[truth.name] ?? '', iban: IBANS[truth.iban] ?? '' } : {}),
})

async function link({ connectorId, bankAccountId }: Connected): Promise<void> {
  await syncConnector({ connectorId, reach: 'recent', userId: null })
  const [account] = await accountsOf(connectorId)
  const person = await makeUser('superC0ntab1l1dad')
  await linkProviderAccount({
    providerAccountId: account?.id ?? 0,
    bankAccountId,
    linesFrom: FIRST,
    actor: person.actor,
  })
}

/** What both sources tell of some days, by the one that is asked. */
async function bring(connected: Connected, { from, first, days }: Step, all: readonly Truth[]) {
  const { connectorId, bankAccountId, world } = connected
  const some = all
    .map((truth, at) => ({ truth, at }))
    .filter(({ truth }) => truth.day >= first && truth.day < first + days)
  if (from === 'feed') {
    world.movements = some.map(({ truth, at }) => told(truth, at))
    await syncConnector({ connectorId, reach: 'month', userId: null })
  } else if (some.length > 0)
    await importBytes(bankAccountId, csvStatement(some.map(({ truth }) => written(truth)))).catch(
      (error: unknown) => {
        if (!isDomainError(error) || error.code !== 'E_STATEMENT_REPEATED') throw error
      }
    )
  return some.map(({ at }) => at)
}

const byDay = (some: readonly { on: string; cents: number }[]) =>
  some.map(({ on, cents }) => `${on} ${cents}`).toSorted()

const linesByDay = async (bankAccountId: number) =>
  byDay(
    await rows<{ on: string; cents: number }>(
      `select booked_on as "on", amount_minor as cents from bank_statement_lines where bank_account_id = :bankAccountId`,
      { bankAccountId }
    )
  )

test.group('A movement that a file and a connection tell', () => {
  test('is one line, in whichever order and however often they tell it', async ({ assert }) => {
    await fc.assert(
      fc.asyncProperty(truths, steps, async (all, taken) => {
        const connected = await makeConnection()
        await link(connected)
        const seen = new Set<number>()
        for (const step of taken) for (const at of await bring(connected, step, all)) seen.add(at)

        const expected = all
          .filter((_, at) => seen.has(at))
          .map((truth) => ({ on: dayOf(truth), cents: truth.cents }))
        assert.deepEqual(await linesByDay(connected.bankAccountId), byDay(expected))
      }),
      { numRuns: 40 }
    )
  }).timeout(600_000)

  test('two equal ones of a day are two lines, whoever tells them first', async ({ assert }) => {
    const coffee: Truth = { day: 1, cents: -250, iban: 2, name: 2, isShown: false, hasId: false }
    const all = [coffee, coffee]
    for (const order of [
      ['file', 'feed', 'file'],
      ['feed', 'file', 'feed'],
    ] as const) {
      const connected = await makeConnection()
      await link(connected)
      for (const from of order) await bring(connected, { from, first: 0, days: 5 }, all)
      assert.lengthOf(await linesOf(connected.bankAccountId), 2)
    }
  })

  test('keeps its line when the file is taken back', async ({ assert }) => {
    const connected = await makeConnection()
    const { bankAccountId } = connected
    await link(connected)
    const bill: Truth = { day: 2, cents: -4210, iban: 0, name: 0, isShown: true, hasId: true }
    await bring(connected, { from: 'file', first: 0, days: 5 }, [bill])
    await bring(connected, { from: 'feed', first: 0, days: 5 }, [bill])
    const { id } = await oneRow<{ id: number }>(
      `select id from bank_statements where bank_account_id = :bankAccountId and source <> 'api'`,
      { bankAccountId }
    )

    await undoImport({ bankAccountId, statementId: id, actor: SYSTEM })
    assert.isEmpty(await linesOf(bankAccountId))
    await bring(connected, { from: 'feed', first: 0, days: 5 }, [bill])

    assert.deepEqual(
      (await linesOf(bankAccountId)).map(({ amountMinor }) => amountMinor),
      [-4210]
    )
  })

  test('what stands on days beside each other and says nothing in common is left to a person', async ({
    assert,
  }) => {
    const connected = await makeConnection()
    const { bankAccountId } = connected
    await link(connected)
    const inFile: Truth = { day: 2, cents: -9900, iban: 2, name: 2, isShown: false, hasId: false }
    await bring(connected, { from: 'file', first: 0, days: 5 }, [inFile])
    await bring(connected, { from: 'feed', first: 0, days: 5 }, [{ ...inFile, day: 3 }])
    const [line] = await rows<{ id: number; statementSource: string }>(
      `select l.id, s.source as statement_source from bank_statement_lines l join bank_statements s on s.id = l.statement_id
        where l.bank_account_id = :bankAccountId and l.possible_duplicate_of is not null`,
      { bankAccountId }
    )
    assert.equal(line?.statementSource, 'api')
    assert.lengthOf(await linesOf(bankAccountId), 2)

    const { actor } = await makeUser('superC0ntab1l1dad')
    await resolveDuplicate({
      bankAccountId,
      lineId: line?.id ?? 0,
      answer: 'same',
      reason: 'El banco lo abonó un día después',
      actor,
    })
    await bring(connected, { from: 'feed', first: 0, days: 5 }, [{ ...inFile, day: 3 }])

    assert.lengthOf(await linesOf(bankAccountId), 1)
    const left = await rows<{ id: number }>(
      `select id from provider_transactions where connector_id = :connectorId and bank_statement_line_id is null`,
      { connectorId: connected.connectorId }
    )
    assert.isEmpty(left)
  })

  test('lines of a connection are not taken back', async ({ assert }) => {
    const connected = await makeConnection()
    const { bankAccountId } = connected
    await link(connected)
    const one: Truth = { day: 1, cents: -100, iban: 2, name: 2, isShown: false, hasId: false }
    await bring(connected, { from: 'feed', first: 0, days: 5 }, [one])
    const { id } = await oneRow<{ id: number }>(
      `select id from bank_statements where bank_account_id = :bankAccountId`,
      { bankAccountId }
    )

    await assert.rejects(() => undoImport({ bankAccountId, statementId: id, actor: SYSTEM }), /no se retiran/)
  })
})
