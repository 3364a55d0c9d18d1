import { type QontoSeed, type SeedMovement, seedQonto } from '#app/banking/providers/qonto/stand_in/seed'
import { seededRandom } from '#app/demo/seeded_random'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'

const DAYS = 365
const MONTH = 30
const PLAN_FEE_MINOR = 3_900

const CUSTOMERS = [
  'Viajes Levante SL',
  'Touroperador Iberia SA',
  'Reservas Directas SL',
  'Congresos y Eventos Sur SL',
  'Club Senderista Norte',
]
const SUPPLIERS = [
  ['Lavandería Costa SL', 'ES7921000813610123456789'],
  ['Frutas Hermanos Ortega SL', 'ES9121000418450200051332'],
  ['Mantenimientos Ribera SA', 'ES6000491500051234567892'],
] as const
const SHOPS = ['Ferretería Central', 'Papelería Gráfica', 'Mercado de Abastos', 'Estación de servicio Norte']
const BILLS = ['Energía Verde de Levante SL', 'Aguas Municipales', 'Telefonía Peninsular SA']

type Year = Pick<QontoSeed, 'name' | 'slug'> & {
  day: CalendarDate
  main: { iban: string; openingMinor: number }
  /** One day in so many has a movement of each kind: the more, the quieter the company. */
  quiet: number
  seed: number
}

/** What Qonto remembers of a year of a company: receipts, cards, suppliers, direct debits and the fee of its plan. */
export function qontoYear({ day, main, quiet, seed, name, slug }: Year): string {
  const random = seededRandom(seed)
  const movements: SeedMovement[] = []
  for (let ago = DAYS; ago >= 1; ago--)
    movements.push(...ofDay({ ago, day, quiet, random }).map((one) => ({ ...one, iban: main.iban })))
  const state = seedQonto({
    name,
    slug,
    accounts: [{ ...main, name: 'Cuenta principal' }],
    movements,
    trusted: SUPPLIERS.slice(0, 2).map(([who, iban]) => ({ name: who, iban })),
  })
  return JSON.stringify(state)
}

type Told = Omit<SeedMovement, 'iban'>
type Day = { ago: number; day: CalendarDate; quiet: number; random: () => number }

function ofDay({ ago, day, quiet, random }: Day): Told[] {
  const some = (from: number, to: number) => from + Math.floor(random() * (to - from))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const at = (hour: number) => `${addDays(day, -ago)}T${`${hour}`.padStart(2, '0')}:15:00.000Z`
  const told: Told[] = []
  if (ago % (2 * quiet) === 0)
    told.push({
      at: at(9),
      amountMinor: some(42_000, 260_000),
      operationType: 'income',
      counterparty: pick(CUSTOMERS),
      reference: `Reserva ${some(10_000, 99_999)}`,
      category: 'sales',
    })
  if (ago % (3 * quiet) === 1)
    told.push({
      at: at(12),
      amountMinor: -some(1_200, 28_000),
      operationType: 'card',
      counterparty: pick(SHOPS),
      category: 'office_supply',
    })
  if (ago % (5 * quiet) === 2) {
    const [counterparty, counterpartyIban] = pick(SUPPLIERS)
    told.push({
      at: at(11),
      amountMinor: -some(30_000, 190_000),
      operationType: 'transfer',
      counterparty,
      counterpartyIban,
      reference: `Factura ${some(1_000, 9_999)}`,
    })
  }
  if (ago % (10 * quiet) === 3)
    told.push({
      at: at(7),
      amountMinor: -some(9_000, 74_000),
      operationType: 'direct_debit',
      counterparty: pick(BILLS),
      reference: `Recibo ${some(100_000, 999_999)}`,
    })
  if (ago % MONTH === 5)
    told.push({
      at: at(6),
      amountMinor: -PLAN_FEE_MINOR,
      operationType: 'qonto_fee',
      counterparty: 'Qonto',
      reference: 'Plan Business',
    })
  return told
}
