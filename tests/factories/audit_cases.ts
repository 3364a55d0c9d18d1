import {
  addMonths,
  type CalendarDate,
  calendarDate,
  daysBetween,
  startOfMonth,
  today,
} from '#app/kernel/time/calendar_date'
import { daysAgo, type Planter } from '#tests/factories/audit_plants'
import { makeContract } from '#tests/factories/contracts'

type Case = (plant: Planter) => Promise<void>

const A_MONTH = 30.4

/** A weekday: most rules are not about the day, so their invoices are of none that is free. */
function weekday(days: number): number {
  const on = new Date(Date.now() - days * 86_400_000).getUTCDay()
  return on === 0 ? days + 2 : on === 6 ? days + 1 : days
}

/** So many booked invoices, one a month, each a little different; the newest `from` days ago. */
async function history(
  plant: Planter,
  provider: number,
  wanted: {
    count: number
    site: number
    from?: number
    base?: number
    vatCode?: string
    numbers?: (at: number) => string
  }
) {
  for (let at = 0; at < wanted.count; at++)
    await plant.invoice({
      provider,
      site: wanted.site,
      status: 'booked',
      paid: true,
      issued: weekday(Math.round((wanted.from ?? 40) + at * A_MONTH)),
      base: (wanted.base ?? 100_000) + Math.floor(plant.random() * 2_000) * 3 + 7,
      ...(wanted.vatCode ? { vatCode: wanted.vatCode } : {}),
      ...(wanted.numbers ? { number: wanted.numbers(at) } : {}),
    })
}

const read = (fields: Record<string, string>) => ({
  fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value, confidence: 1 }])),
  alarms: [],
})

/** Two records of nearly one name: the copy is registered under the other, with the tax read otherwise. */
async function copyUnderSimilarName(plant: Planter): Promise<void> {
  const site = plant.pick(plant.sites)
  const word = () => Math.floor(plant.random() * 1e12).toString(36)
  const name = `${word()} ${word()} ${word()}`
  const [first, second] = [
    await plant.provider({ legal_name: `${name} S.L.` }),
    await plant.provider({ legal_name: `${name} S.A.` }),
  ]
  const base = 84_321 + Math.floor(plant.random() * 9_000)
  await plant.invoice({ provider: first, site, number: 'KN-77810', base, issued: 12, status: 'booked' })
  plant.finding(
    'D3',
    await plant.invoice({
      provider: second,
      site,
      number: 'KN-77816',
      base,
      vat: 0,
      vatCode: 'IVA0',
      issued: 12,
    })
  )
  const stranger = await plant.provider()
  plant.lookAlike(
    'D3',
    await plant.invoice({
      provider: stranger,
      site,
      number: 'KN-77816',
      base,
      vat: 0,
      vatCode: 'IVA0',
      issued: 12,
    })
  )
}

/** One case of each rule with what only looks like it; the planter repeats them. */
export const CASES: Record<string, Case> = {
  async D1(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    await plant.invoice({ provider, site, number: 'A-0001/26', status: 'booked', issued: 9 })
    plant.finding('D1', await plant.invoice({ provider, site, number: 'a 1 26', issued: 9 }))
    plant.lookAlike(
      'D1',
      await plant.invoice({ provider, site, number: 'A-0001/26', status: 'booked', issued: 400, paid: true })
    )
  },
  async D2(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    const hash = BigInt(Math.floor(plant.random() * 2 ** 52)) * 2048n + 77n
    await plant.invoice({
      provider,
      site,
      pageHash: hash,
      base: 70_001,
      issued: 8,
      number: 'ALBARAN 7731',
      status: 'booked',
    })
    plant.finding(
      'D2',
      await plant.invoice({ provider, site, pageHash: hash ^ 5n, base: 70_001, issued: 8, number: 'REF 90' })
    )
    plant.lookAlike(
      'D2',
      await plant.invoice({
        provider,
        site,
        pageHash: hash ^ 3n,
        base: 90_013,
        issued: 5,
        number: 'ALBARAN 9902',
      })
    )
  },
  async D3(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    await plant.invoice({ provider, site, number: 'SB-10852', base: 84_321, issued: 30, status: 'booked' })
    plant.finding('D3', await plant.invoice({ provider, site, number: 'S8-IO8S2', base: 84_321, issued: 30 }))
    const rent = await plant.provider({ kind: 'supplier' })
    await plant.invoice({
      provider: rent,
      site,
      number: 'R-101',
      base: 150_003,
      issued: 36,
      status: 'booked',
    })
    plant.lookAlike(
      'D3',
      await plant.invoice({ provider: rent, site, number: 'R-102', base: 150_003, issued: 6 })
    )
    const parts = await plant.provider()
    await plant.invoice({ provider: parts, site, number: 'E-501', base: 21_011, issued: 6, status: 'booked' })
    plant.lookAlike(
      'D3',
      await plant.invoice({ provider: parts, site, number: 'E-507', base: 35_507, issued: 6 })
    )
    await copyUnderSimilarName(plant)
  },
  async D4(plant) {
    const [first, second] = [plant.sites[0], plant.sites[1]] as [number, number]
    const provider = await plant.provider()
    await plant.invoice({ provider, site: first, number: 'G-771', status: 'booked', base: 50_505 })
    plant.finding('D4', await plant.invoice({ provider, site: second, number: 'G-771', base: 50_505 }))
    plant.lookAlike(
      'D4',
      await plant.invoice({ provider, site: second, number: 'G-990', base: 71_239, issued: 40 })
    )
  },
  async A1(plant) {
    const provider = await plant.provider()
    plant.finding('A1', await plant.invoice({ provider, base: 80_000, lineBase: 79_500 }))
    plant.lookAlike('A1', await plant.invoice({ provider, base: 80_009, lineBase: 80_008, issued: 40 }))
  },
  async A2(plant) {
    const provider = await plant.provider()
    plant.finding('A2', await plant.invoice({ provider, base: 80_000, vat: 17_800 }))
    plant.lookAlike('A2', await plant.invoice({ provider, base: 81_003, vat: 17_010, issued: 40 }))
    plant.lookAlike(
      'A2',
      await plant.invoice({ provider, base: 82_000, vat: 0, vatCode: 'ISP21', issued: 70 })
    )
  },
  async A3(plant) {
    const provider = await plant.provider()
    plant.finding('A3', await plant.invoice({ provider, base: 80_000, vat: 16_800, total: 96_900 }))
    plant.lookAlike('A3', await plant.invoice({ provider, base: 90_000, withholding: 0, issued: 40 }))
  },
  async A4(plant) {
    plant.finding('A4', await plant.invoice({ provider: await plant.provider({ kind: 'professional' }) }))
    plant.finding(
      'A4',
      await plant.invoice({ provider: await plant.provider(), base: 100_000, withholding: 15_000 })
    )
    plant.lookAlike('A4', await plant.invoice({ provider: await plant.provider(), base: 90_000 }))
  },
  async N1(plant) {
    const provider = await plant.provider({ tax_id: null })
    plant.finding('N1', await plant.invoice({ provider, reading: read({ providerTaxId: 'B12345678' }) }))
    plant.lookAlike(
      'N1',
      await plant.invoice({ provider, reading: read({ providerTaxId: 'B12345674' }), issued: 40 })
    )
  },
  async N2(plant) {
    const provider = await plant.provider({
      tax_id: `A${String(10_000_000 + Math.floor(plant.random() * 8e7))}`,
    })
    const { tax_id: own } = await plant.one<{ tax_id: string }>(
      'select tax_id::text from providers where id = $1',
      [provider]
    )
    plant.finding('N2', await plant.invoice({ provider, reading: read({ providerTaxId: 'B12345674' }) }))
    plant.lookAlike(
      'N2',
      await plant.invoice({
        provider,
        reading: { fields: { providerTaxId: { value: `ES${own}` } }, alarms: [] },
        issued: 40,
      })
    )
  },
  async N3(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    const { tax_id: own } = await plant.one<{ tax_id: string }>(
      'select tax_id::text from sites where id = $1',
      [site]
    )
    plant.finding(
      'N3',
      await plant.invoice({ provider, site, reading: read({ customerTaxId: 'B12345674' }) })
    )
    plant.lookAlike(
      'N3',
      await plant.invoice({ provider, site, reading: read({ customerTaxId: own.toLowerCase() }), issued: 40 })
    )
  },
  async N4(plant) {
    plant.finding(
      'N4',
      await plant.invoice({
        provider: await plant.provider({ created_at: daysAgo(5) }),
        base: 500_003,
        received: 4,
      })
    )
    plant.lookAlike(
      'N4',
      await plant.invoice({
        provider: await plant.provider({ created_at: daysAgo(5) }),
        base: 90_003,
        received: 4,
      })
    )
    plant.lookAlike('N4', await plant.invoice({ provider: await plant.provider(), base: 500_003 }))
  },
  async B1(plant) {
    const provider = await plant.provider()
    plant.finding('B1', await plant.invoice({ provider, iban: plant.iban() }))
    const known = await plant.provider()
    const { iban } = await plant.bank(known, { verification: 'verified', verified_by: await someUser(plant) })
    plant.lookAlike('B1', await plant.invoice({ provider: known, iban }))
  },
  async B2(plant) {
    const [provider, iban] = [await plant.provider(), plant.iban()]
    await plant.one(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', $1, 'block', 'fraude', 'Estafa conocida') returning id`,
      [iban]
    )
    plant.finding('B2', await plant.invoice({ provider, iban }))
  },
  async B3(plant) {
    const { iban } = await plant.bank(await plant.provider())
    plant.finding('B3', await plant.invoice({ provider: await plant.provider(), iban }))
    const sharing = await plant.provider()
    await plant.bank(sharing, { iban, verification: 'verified', verified_by: await someUser(plant) })
    plant.lookAlike('B3', await plant.invoice({ provider: sharing, iban }))
  },
  async B4(plant) {
    plant.finding('B4', await plant.invoice({ provider: await plant.provider(), iban: plant.iban('DE') }))
    plant.lookAlike(
      'B4',
      await plant.invoice({ provider: await plant.provider({ country: 'DE' }), iban: plant.iban('DE') })
    )
  },
  async B5(plant) {
    plant.finding(
      'B5',
      await plant.invoice({ provider: await plant.provider(), iban: plant.iban(), priority: 'urgent' })
    )
    plant.finding(
      'B5',
      await plant.invoice({
        provider: await plant.provider(),
        iban: plant.iban(),
        issued: 4,
        received: 2,
        terms: 3,
      })
    )
  },
  async C1(plant) {
    const [provider, site, code] = [await plant.provider(), plant.pick(plant.sites), 'LIMP-1']
    const contract = await contractWith(plant, { provider, site, code })
    plant.finding('C1', await linked(plant, contract, { provider, site, base: 110_000 }))
    plant.lookAlike('C1', await linked(plant, contract, { provider, site, base: 100_000, issued: 40 }))
  },
  async C2(plant) {
    const [provider, site, code] = [await plant.provider(), plant.pick(plant.sites), 'CAP-1']
    const contract = await contractWith(plant, { provider, site, code, capMinor: 180_000 })
    plant.lookAlike('C2', await linked(plant, contract, { provider, site, base: 99_000, issued: 40 }))
    plant.finding('C2', await linked(plant, contract, { provider, site, base: 98_000 }))
  },
  async C3(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    const contract = await contractWith(plant, { provider, site, code: 'REQ-1', requiresInvoiceMatch: true })
    plant.finding('C3', await plant.invoice({ provider, site, concept: 'Otra cosa distinta' }))
    plant.lookAlike('C3', await linked(plant, contract, { provider, site, base: 99_000, issued: 40 }))
  },
  async C4(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    const contract = await contractWith(plant, { provider, site, code: 'PER-1' })
    await linked(plant, contract, {
      provider,
      site,
      base: 90_000,
      issued: 36,
      period: [daysAgo(60), daysAgo(31)],
    })
    plant.finding(
      'C4',
      await linked(plant, contract, { provider, site, base: 91_000, period: [daysAgo(40), daysAgo(11)] })
    )
    plant.lookAlike(
      'C4',
      await linked(plant, contract, {
        provider,
        site,
        base: 92_000,
        issued: 66,
        period: [daysAgo(100), daysAgo(71)],
      })
    )
  },
  async V1(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    await history(plant, provider, { count: 6, site })
    plant.finding('V1', await plant.invoice({ provider, site, base: 100_009, vatCode: 'IVA10' }))
    plant.lookAlike('V1', await plant.invoice({ provider, site, base: 101_021, issued: 13 }))
  },
  async V2(plant) {
    plant.finding('V2', await plant.invoice({ provider: await plant.provider({ vat_regime: 'intra_eu' }) }))
    plant.finding(
      'V2',
      await plant.invoice({ provider: await plant.provider(), vat: 0, vatCode: 'IVA0', base: 90_000 })
    )
    plant.lookAlike('V2', await plant.invoice({ provider: await plant.provider() }))
  },
  async V3(plant) {
    const provider = await plant.provider()
    plant.finding('V3', await plant.invoice({ provider, docType: 'simplified' }))
    plant.lookAlike('V3', await plant.invoice({ provider, issued: 40 }))
  },
  async R1(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    await history(plant, provider, { count: 6, site })
    plant.finding('R1', await plant.invoice({ provider, site, base: 99_174, vat: 20_826 }))
    const round = await plant.provider()
    for (let at = 0; at < 6; at++)
      await plant.invoice({
        provider: round,
        site,
        status: 'booked',
        paid: true,
        base: 99_174,
        vat: 20_826,
        issued: weekday(Math.round(40 + at * A_MONTH)),
        number: `R1-${at * 7}`,
      })
    plant.lookAlike(
      'R1',
      await plant.invoice({ provider: round, site, base: 99_174, vat: 20_826, number: 'R1-900' })
    )
  },
  async R2(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    await history(plant, provider, { count: 12, site })
    const sunday = 7 + new Date().getUTCDay()
    plant.finding('R2', await plant.invoice({ provider, site, issued: sunday, base: 102_013 }))
    plant.lookAlike(
      'R2',
      await plant.invoice({ provider, site, issued: weekday(20), received: 9, base: 103_021 })
    )
  },
  async R3(plant) {
    const provider = await plant.provider()
    plant.finding('R3', await plant.invoice({ provider, base: 2_430_579 }))
    plant.lookAlike('R3', await plant.invoice({ provider: await plant.provider(), base: 2_100_579 }))
  },
  async R4(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    await plant.invoice({
      provider,
      site,
      base: 1_500_019,
      issued: 9,
      concept: 'Obra de reforma planta 2',
      status: 'booked',
    })
    plant.finding(
      'R4',
      await plant.invoice({ provider, site, base: 1_400_033, issued: 5, concept: 'Obra de reforma planta 3' })
    )
    const other = await plant.provider()
    await plant.invoice({
      provider: other,
      site,
      base: 1_500_019,
      issued: 9,
      concept: 'Obra de reforma planta 2',
      status: 'booked',
    })
    plant.lookAlike(
      'R4',
      await plant.invoice({
        provider: other,
        site,
        base: 1_400_033,
        issued: 5,
        concept: 'Mobiliario de terraza',
      })
    )
    plant.lookAlike(
      'R4',
      await plant.invoice({
        provider: other,
        site,
        base: 1_410_033,
        issued: 40,
        concept: 'Obra de reforma planta 2',
        received: 9,
      })
    )
  },
  async R5(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    for (const tail of [4, 5])
      await plant.invoice({
        provider,
        site,
        number: `SOLO-${tail}`,
        issued: 16 - tail,
        base: 60_000 + tail * 999,
      })
    plant.finding('R5', await plant.invoice({ provider, site, number: 'SOLO-6', issued: 9, base: 71_317 }))
    const other = await plant.provider()
    await plant.invoice({
      provider: other,
      site,
      number: 'MUCH-340',
      issued: 400,
      received: 398,
      status: 'booked',
      paid: true,
      base: 60_117,
    })
    plant.lookAlike(
      'R5',
      await plant.invoice({ provider: other, site, number: 'MUCH-1', issued: 8, base: 83_117 })
    )
  },
  async R6(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    await plant.invoice({ provider, site, number: 'K-210', issued: 5, base: 60_231 })
    plant.finding(
      'R6',
      await plant.invoice({ provider, site, number: 'K-290', issued: 20, received: 4, base: 90_823 })
    )
    plant.finding(
      'R6',
      await plant.invoice({ provider: await plant.provider(), issued: 500, received: 3, terms: 20 })
    )
    plant.lookAlike('R6', await plant.invoice({ provider, site, number: 'K-350', issued: 4, base: 33_427 }))
  },
  async R7(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    await history(plant, provider, { count: 9, site })
    plant.finding('R7', await plant.invoice({ provider, site, base: 700_019 }))
    const rent = await plant.provider()
    for (let at = 0; at < 9; at++)
      await plant.invoice({
        provider: rent,
        site,
        status: 'booked',
        paid: true,
        base: 150_003,
        issued: weekday(Math.round(36 + at * A_MONTH)),
        number: `RENTA ${at * 3 + 900}`,
      })
    plant.lookAlike('R7', await plant.invoice({ provider: rent, site, base: 154_503, number: 'RENTA 2' }))
  },
  async R8(plant) {
    const [provider, site] = [await plant.provider(), plant.pick(plant.sites)]
    await history(plant, provider, { count: 12, site, from: 45 })
    const day = new Date().getUTCDate()
    for (let at = 1; at <= 4; at++) {
      const id = await plant.invoice({
        provider,
        site,
        issued: Math.max(0, day - at * 2 - 1),
        received: 0,
        base: 90_007 + at * 3_001,
      })
      if (at >= 3) plant.finding('R8', id)
      else plant.lookAlike('R8', id)
    }
  },
  async P1(plant) {
    plant.finding(
      'P1',
      await plant.invoice({ provider: await plant.provider({ status: 'blocked', block_reason: 'Impago' }) })
    )
    plant.finding('P1', await plant.invoice({ provider: await plant.provider({ active: false }) }))
    plant.lookAlike('P1', await plant.invoice({ provider: await plant.provider() }))
  },
  async P2(plant) {
    const provider = await plant.provider()
    plant.finding('P2', await plant.invoice({ provider, terms: 90 }))
    plant.lookAlike('P2', await plant.invoice({ provider, terms: 60, issued: 40 }))
  },
  async P3(plant) {
    const provider = await plant.provider()
    plant.finding('P3', await plant.invoice({ provider, issued: 25, received: 20 }))
    plant.lookAlike('P3', await plant.invoice({ provider, issued: 60, received: 14 }))
  },
  async P4(plant) {
    const provider = await plant.provider()
    plant.finding('P4', await plant.invoice({ provider, hasFile: false }))
    plant.lookAlike('P4', await plant.invoice({ provider, hasFile: false, source: 'recurring', issued: 40 }))
  },
  async P5(plant) {
    const provider = await plant.provider()
    plant.finding('P5', await plant.invoice({ provider, category: null }))
    plant.lookAlike('P5', await plant.invoice({ provider, issued: 40 }))
  },
  async P6(plant) {
    const provider = await plant.provider()
    plant.finding('P6', await plant.invoice({ provider, category: 'Publicidad' }))
    plant.lookAlike('P6', await plant.invoice({ provider, issued: 40 }))
  },
  async S1(plant) {
    const user = await someUser(plant)
    const provider = await plant.provider({ created_by: user })
    const bank = await plant.bank(provider, { created_by: user })
    plant.finding('S1', await plant.invoice({ provider, bank: bank.id, createdBy: user }))
    const checked = await plant.provider({ created_by: user })
    const verified = await plant.bank(checked, {
      created_by: user,
      verification: 'verified',
      verified_by: await someUser(plant, 1),
    })
    plant.lookAlike('S1', await plant.invoice({ provider: checked, bank: verified.id, createdBy: user }))
  },
  async S2(plant) {
    const provider = await plant.provider()
    const alarms = [{ code: 'xml_total_not_printed', message: 'El total del XML no aparece en el PDF.' }]
    plant.finding('S2', await plant.invoice({ provider, reading: { fields: {}, alarms } }))
    const differences = [{ label: 'total', printed: '106,00 €', stated: '1.060,00 €' }]
    const differs = {
      code: 'verifactu_qr_differs',
      message: 'El código QR de la factura no coincide con lo impreso.',
      evidence: { differences },
    }
    plant.finding(
      'S2',
      await plant.invoice({ provider, reading: { fields: {}, alarms: [differs] }, issued: 75 })
    )
    plant.lookAlike('S2', await plant.invoice({ provider, reading: { fields: {}, alarms: [] }, issued: 40 }))
  },
  async S3(plant) {
    const provider = await plant.provider()
    plant.finding(
      'S3',
      await plant.invoice({ provider, traces: { signs: ['una actualización cambió el IBAN'] } })
    )
    plant.lookAlike('S3', await plant.invoice({ provider, traces: { signs: [] }, issued: 40 }))
  },
  async X1(plant) {
    const provider = await plant.provider()
    plant.finding('X1', await plant.invoice({ provider, currency: 'USD', fxRate: 1.16 }))
    plant.lookAlike('X1', await plant.invoice({ provider, currency: 'USD', fxRate: 1.091, issued: 7 }))
  },
}

const DECADES = 3
const TOTALS = 400

/** The same for rules on suppliers as a whole; each supplier has invoices of its own. */
export const SUPPLIER_CASES: Record<string, Case> = {
  async R9(plant) {
    const site = plant.pick(plant.sites)
    const [invented, natural, narrow] = [
      await plant.provider(),
      await plant.provider(),
      await plant.provider(),
    ]
    const drawn = (draw: () => number) => Array.from({ length: TOTALS }, () => Math.round(draw()))
    // Somebody who makes up amounts begins with every digit alike; what grows does not.
    await plant.paidTotals(
      invented,
      site,
      drawn(() => (1 + plant.random() * 9) * 10 ** (3 + Math.floor(plant.random() * DECADES)))
    )
    await plant.paidTotals(
      natural,
      site,
      drawn(() => 10 ** (3 + plant.random() * DECADES))
    )
    await plant.paidTotals(
      narrow,
      site,
      drawn(() => 500_000 + plant.random() * 90_000)
    )
    plant.supplier('R9', invented, true)
    plant.supplier('R9', natural, false)
    plant.supplier('R9', narrow, false)
  },
  async R10(plant) {
    const [gone, waited, ended] = [await plant.provider(), await plant.provider(), await plant.provider()]
    await monthly(plant, gone, { from: 2, day: '05' })
    await monthly(plant, waited, { from: 1, day: '28' })
    await monthly(plant, ended, { from: 5, day: '05' })
    plant.supplier('R10', gone, true)
    plant.supplier('R10', waited, false)
    plant.supplier('R10', ended, false)
  },
}

/** Eight invoices, one a month on the same day, the newest `from` months ago. */
async function monthly(plant: Planter, provider: number, { from, day }: { from: number; day: string }) {
  const site = plant.pick(plant.sites)
  for (let back = from; back < from + 8; back++) {
    const on: CalendarDate = calendarDate(`${addMonths(startOfMonth(today()), -back).slice(0, 8)}${day}`)
    await plant.invoice({
      provider,
      site,
      issued: daysBetween(on, today()),
      received: 1,
      number: `C-${back * 7}`,
    })
  }
}

async function someUser(plant: Planter, at = 0): Promise<number> {
  const { id } = await plant.one<{ id: string }>('select id from users order by id offset $1 limit 1', [at])
  return Number(id)
}

type Agreed = {
  provider: number
  site: number
  code: string
  capMinor?: number
  requiresInvoiceMatch?: boolean
}
type Contract = { id: number; item: number }

async function contractWith(plant: Planter, { provider, site, code, ...more }: Agreed): Promise<Contract> {
  const { id } = await makeContract({
    providerId: provider,
    siteIds: [site],
    startsOn: calendarDate(daysAgo(300)),
    ...more,
    items: [
      {
        code,
        description: 'Servicio pactado',
        unit: 'mes',
        unitPriceMinor4: 10_000_000,
        minQty: null,
        maxQty: null,
        validFrom: calendarDate(daysAgo(300)),
        validTo: null,
        tiers: [],
        keywords: [],
      },
    ],
  })
  const { id: item } = await plant.one<{ id: string }>(
    'select id from contract_items where contract_id = $1',
    [id]
  )
  return { id, item: Number(item) }
}

async function linked(
  plant: Planter,
  contract: Contract,
  wanted: Parameters<Planter['invoice']>[0]
): Promise<number> {
  const id = await plant.invoice(wanted)
  await plant.one(
    'update invoice_lines set contract_id = $2, contract_item_id = $3 where invoice_id = $1 returning id',
    [id, contract.id, contract.item]
  )
  await plant.one('update invoices set contract_id = $2 where id = $1 returning id', [id, contract.id])
  return id
}
