import { test } from '@japa/runner'
import fc from 'fast-check'
import { addDays, calendarDate } from '#app/kernel/time/calendar_date'
import { findCoveringSet } from '#app/reconciliation/scoring/covering_set'
import { feeOf, grossesOf } from '#app/reconciliation/scoring/known_fee'
import type { Candidate, LineFacts, ScoreContext } from '#app/reconciliation/scoring/match_types'
import { proposeMatches } from '#app/reconciliation/scoring/propose_matches'
import { scoreCandidate } from '#app/reconciliation/scoring/score_candidate'
import { readLineText, skeletonOf } from '#app/reconciliation/scoring/text_evidence'

const iban = 'ES9121000418450200051332'
const otherIban = 'ES7921000813610123456789'
const day = calendarDate('2026-03-10')

const context: ScoreContext = { toleranceMinor: 0, ibanOwners: new Map(), learned: new Map() }

const line = (facts: Partial<LineFacts> = {}): LineFacts => ({
  id: 1,
  amountMinor: -12_100,
  currency: 'EUR',
  bookedOn: day,
  normText: 'recibo suministro',
  endToEndId: null,
  counterpartyName: null,
  counterpartyIban: null,
  ...facts,
})

let keys = 0
const item = (facts: Partial<Candidate> = {}): Candidate => {
  keys++
  return {
    key: `line:${keys}`,
    kind: 'open_item',
    journalLineId: keys,
    otherLineId: null,
    amountMinor: -12_100,
    dueOn: addDays(day, 40),
    party: 'provider:1',
    partyName: 'Iberluz Energía, S.L.',
    partyIbans: [iban],
    ownReferences: [],
    documentNumbers: [],
    knownFeeMinor: null,
    label: 'Factura',
    batch: null,
    foreign: null,
    ...facts,
  }
}

const points = (
  facts: Partial<LineFacts>,
  candidate: Partial<Candidate>,
  extra: Partial<ScoreContext> = {}
) => scoreCandidate(line(facts), item(candidate), { ...context, ...extra }).parts.map((part) => part.points)

test.group('A known fee', () => {
  const fee = { basisPoints: 150, fixedMinor: 25 }

  test('is kept back of takings and of nothing else', ({ assert }) => {
    assert.equal(feeOf(10_000, fee), 175)
    assert.isNull(feeOf(-10_000, fee))
    assert.isNull(feeOf(10_000, { basisPoints: 0, fixedMinor: 0 }))
    assert.isNull(feeOf(20, fee))
  })

  test('leads from what came in back to every amount that leaves it', ({ assert }) => {
    for (let gross = 100; gross < 30_000; gross += 37)
      assert.include(grossesOf(gross - (feeOf(gross, fee) ?? 0), fee), gross)
    assert.isEmpty(grossesOf(-9_825, fee))
    assert.isEmpty(grossesOf(9_825, { basisPoints: 0, fixedMinor: 0 }))
  })
})

test.group('Score of a candidate', () => {
  test('each signal of the table gives its points', ({ assert }) => {
    assert.deepEqual(points({}, {}), [40])
    assert.deepEqual(points({ amountMinor: 11_900 }, { amountMinor: 12_100, knownFeeMinor: 200 }), [30])
    assert.deepEqual(points({ amountMinor: -12_150 }, {}, { toleranceMinor: 50 }), [20])
    assert.deepEqual(points({ counterpartyIban: iban }, {}), [40, 30])
    assert.deepEqual(
      points({ normText: 'pago f 2026 118 gracias' }, { documentNumbers: ['F-2026/118'] }),
      [40, 25]
    )
    assert.deepEqual(points({ counterpartyName: 'IBERLUZ ENERGIA SL' }, {}), [40, 20])
    assert.deepEqual(points({}, { dueOn: day }), [40, 10])
    assert.deepEqual(points({}, { dueOn: addDays(day, -3) }), [40, 7])
    assert.deepEqual(points({}, { dueOn: addDays(day, 7) }), [40, 4])
    assert.deepEqual(points({}, { dueOn: addDays(day, 30) }), [40, 1])
    assert.deepEqual(
      points({ endToEndId: 'OP202600000177' }, { ownReferences: ['OP202600000177'] }),
      [100, 40]
    )
  })

  test('what was matched twice before counts, once does not', ({ assert }) => {
    const learnedTimes = (times: number) => ({
      learned: new Map([['recibo suministro', new Map([['provider:1', times]])]]),
    })

    assert.deepEqual(points({}, {}, learnedTimes(2)), [40, 15])
    assert.deepEqual(points({}, {}, learnedTimes(1)), [40])
  })

  test('an IBAN that is somebody else’s speaks against a candidate', ({ assert }) => {
    const owners = { ibanOwners: new Map([[otherIban, ['provider:2']]]) }

    assert.deepEqual(points({ counterpartyIban: otherIban }, {}, owners), [40, -40])
  })

  test('a payment reference is found with blanks inside, never inside another number', ({ assert }) => {
    const containsNumber = (normText: string, number: string) =>
      readLineText(line({ normText })).hasNumber(number)

    assert.isTrue(containsNumber('transferencia op 2026 000001 luz', 'OP-2026-000001'))
    assert.isFalse(containsNumber('transferencia op 2026 0000012', 'OP-2026-000001'))
    assert.isFalse(containsNumber('cuota 2026', '2026'))
    assert.isFalse(containsNumber('pago 118', '118'))
  })

  test('texts of one kind share their skeleton', ({ assert }) => {
    assert.equal(skeletonOf('recibo luz contrato 8812 03 2026'), 'recibo luz contrato')
    assert.equal(skeletonOf('recibo luz contrato 8812 04 2026'), 'recibo luz contrato')
  })

  test('a score lies between 0 and 100 and is the sum of its parts inside those bounds', ({ assert }) => {
    const anyText = fc.constantFrom('recibo', 'op 2026 000001', 'iberluz energia', 'f 2026 118', '')
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.integer({ min: -400, max: 400 }),
        anyText,
        fc.constantFrom(null, iban, otherIban),
        fc.integer({ min: 0, max: 100 }),
        (amountMinor, days, normText, counterpartyIban, toleranceMinor) => {
          const owners = new Map([[otherIban, ['provider:2']]])
          const score = scoreCandidate(
            line({ amountMinor, normText, counterpartyIban }),
            item({
              dueOn: addDays(day, days),
              ownReferences: ['OP-2026-000001'],
              documentNumbers: ['F-2026/118'],
            }),
            { ...context, toleranceMinor, ibanOwners: owners }
          )
          const sum = score.parts.reduce((total, part) => total + part.points, 0)
          assert.equal(score.score, Math.max(0, Math.min(100, sum)))
          assert.equal(score.isExact, amountMinor === -12_100)
        }
      )
    )
  })
})

test.group('Proposals for a movement', () => {
  test('the payment whose reference came back is accepted by itself', ({ assert }) => {
    const [best] = proposeMatches(
      line({ endToEndId: 'OP1' }),
      [item({ ownReferences: ['OP1'] }), item()],
      context
    )

    assert.isTrue(best?.isAutomatic)
    assert.equal(best?.score, 100)
  })

  test('the same amount of another partner is never accepted by itself', ({ assert }) => {
    const learned = new Map([['pago', new Map([['provider:2', 9]])]])
    const stranger = item({
      party: 'provider:2',
      partyName: 'Aguas del Sur',
      partyIbans: [otherIban],
      documentNumbers: ['90210'],
      dueOn: day,
    })

    const [best] = proposeMatches(
      line({ normText: 'pago 90210', counterpartyName: 'IBERLUZ ENERGIA' }),
      [stranger],
      { ...context, learned }
    )

    assert.equal(best?.score, 90)
    assert.isFalse(best?.isAutomatic)
  })

  test('two equal candidates make each other doubtful', ({ assert }) => {
    const facts = line({ counterpartyIban: iban, counterpartyName: 'Iberluz Energia' })

    const proposals = proposeMatches(facts, [item({ dueOn: day }), item({ dueOn: day })], context)

    assert.deepEqual(
      proposals.map((proposal) => [proposal.score, proposal.isAutomatic]),
      [
        [85, false],
        [85, false],
      ]
    )
  })

  test('the document number tells two invoices of one amount apart', ({ assert }) => {
    const facts = line({
      counterpartyIban: iban,
      counterpartyName: 'Iberluz Energia',
      normText: 'factura a 5521',
    })

    const [best] = proposeMatches(
      facts,
      [item({ dueOn: day }), item({ dueOn: day, documentNumbers: ['A-5521'] })],
      context
    )

    assert.isTrue(best?.isAutomatic)
    assert.include(best?.parts.map((part) => part.label) ?? [], 'Documento A-5521')
  })

  test('an amount that is not exact is never accepted by itself', ({ assert }) => {
    const facts = line({
      amountMinor: -12_101,
      counterpartyIban: iban,
      counterpartyName: 'Iberluz Energia',
      normText: 'factura a 5521',
    })

    const [best] = proposeMatches(facts, [item({ dueOn: day, documentNumbers: ['A-5521'] })], {
      ...context,
      toleranceMinor: 5,
    })

    assert.isAtLeast(best?.score ?? 0, 90)
    assert.isFalse(best?.isAutomatic)
  })

  test('several invoices of one supplier are proposed together when they add up', ({ assert }) => {
    const pool = [item({ amountMinor: -5_000 }), item({ amountMinor: -7_100 }), item({ amountMinor: -9_000 })]

    const [best] = proposeMatches(line({ counterpartyIban: iban }), pool, context)

    assert.equal(best?.kind, 'set')
    assert.equal(best?.score, 70)
    assert.isFalse(best?.isAutomatic)
  })

  test('a set is accepted by itself only when every document is named', ({ assert }) => {
    const facts = line({
      counterpartyIban: iban,
      counterpartyName: 'Iberluz Energia',
      normText: 'facturas a 5521 a 5522',
    })
    const pool = [
      item({ amountMinor: -5_000, documentNumbers: ['A-5521'] }),
      item({ amountMinor: -7_100, documentNumbers: ['A-5522'] }),
    ]

    const [best] = proposeMatches(facts, pool, context)

    assert.deepEqual([best?.kind, best?.score, best?.isAutomatic], ['set', 90, true])
  })

  test('a charge for a whole batch is the set of its orders', ({ assert }) => {
    const batch = { id: 7, references: ['R-2026-0007'] }
    const orders = [5_000, 4_000, 3_100].map((cents) =>
      item({ kind: 'in_transit', amountMinor: -cents, batch, dueOn: day, party: null, partyName: null })
    )

    const [best] = proposeMatches(line({ normText: 'adeudo remesa' }), orders, context)
    const [named] = proposeMatches(line({ normText: 'adeudo remesa r 2026 0007' }), orders, context)

    assert.deepEqual(
      [best?.kind, best?.score, best?.isAutomatic, best?.items.length],
      ['batch', 75, false, 3]
    )
    assert.isTrue(named?.isAutomatic)
  })

  test('a receipt never pays a debt', ({ assert }) => {
    assert.lengthOf(
      proposeMatches(line({ amountMinor: 12_100, counterpartyIban: iban }), [item()], context),
      0
    )
  })
})

test.group('Covering sets', () => {
  test('a set that is found adds up to the target, with two to eight of the items', ({ assert }) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 14 }),
        fc.integer({ min: 2, max: 8 }),
        (sizes, count) => {
          const items = sizes.map((size) => ({ amountMinor: -size }))
          const target = items.slice(0, count).reduce((sum, one) => sum + one.amountMinor, 0)
          const found = findCoveringSet(items, target)
          if (found === null) return
          assert.equal(
            found.reduce((sum, one) => sum + one.amountMinor, 0),
            target
          )
          assert.isTrue(found.length >= 2 && found.length <= 8)
          assert.equal(new Set(found).size, found.length)
        }
      )
    )
  })

  test('a small set is always found', ({ assert }) => {
    const items = [100, 250, 400, 725].map((amountMinor) => ({ amountMinor }))

    assert.deepEqual(
      findCoveringSet(items, 1_125)?.map((one) => one.amountMinor),
      [400, 725]
    )
    assert.isNull(findCoveringSet(items, 90))
    assert.isNull(findCoveringSet(items, 725))
  })

  test('a hopeless search ends', ({ assert }) => {
    const items = Array.from({ length: 200 }, () => ({ amountMinor: 1_000 }))

    assert.isNull(findCoveringSet(items, 7_501))
  })
})

test.group('Items in another currency', () => {
  const dollars = (worthMinor: number) =>
    item({ amountMinor: worthMinor, foreign: { currency: 'USD', minor: -13_500, bookMinor: -12_400 } })

  test('what they are worth on the day is a reason within three percent, and never exact', ({ assert }) => {
    const [near] = proposeMatches(line({ counterpartyIban: iban }), [dollars(-12_000)], context)
    const [far] = proposeMatches(line({ counterpartyIban: iban }), [dollars(-11_000)], context)
    const [same] = proposeMatches(line({ counterpartyIban: iban }), [dollars(-12_100)], context)

    assert.deepEqual(
      near?.parts.map((part) => part.points),
      [20, 30]
    )
    assert.deepEqual(
      far?.parts.map((part) => part.points),
      [30]
    )
    assert.deepEqual([same?.isExact, same?.isAutomatic], [false, false])
  })

  test('they are in no sum that covers a movement', ({ assert }) => {
    const pool = [dollars(-6_100), item({ amountMinor: -6_000 })]

    const proposals = proposeMatches(line({ counterpartyIban: iban }), pool, context)

    assert.isFalse(proposals.some(({ kind }) => kind === 'set'))
  })
})
