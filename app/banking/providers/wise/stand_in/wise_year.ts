import type {
  Seed,
  SeedBalance,
  SeedMovement,
  SeedRecipient,
} from '#app/banking/providers/wise/stand_in/seed_wise'

const DAY_MS = 86_400_000
const DAYS = 365
/** Never the same amount twice in a row, and always the same year. */
const STEP = 7_919

const BALANCES: readonly SeedBalance[] = [
  { currency: 'EUR', openingMinor: 6_250_000, iban: 'BE24967012345638', bic: 'TRWIBEB1XXX' },
  {
    currency: 'USD',
    openingMinor: 3_180_000,
    numbers: { ACCOUNT_NUMBER: '8310417702', ROUTING_NUMBER: '084009519' },
  },
  { currency: 'GBP', openingMinor: 1_940_000, numbers: { ACCOUNT_NUMBER: '31926819', SORT_CODE: '231470' } },
]

const RECIPIENTS: readonly SeedRecipient[] = [
  {
    name: 'Revenue Insight Ltd',
    currency: 'GBP',
    country: 'GB',
    type: 'sort_code',
    details: { legalType: 'BUSINESS', sortCode: '040075', accountNumber: '37778842' },
  },
  {
    name: 'Channel Cloud Inc',
    currency: 'USD',
    country: 'US',
    type: 'aba',
    details: {
      legalType: 'BUSINESS',
      abartn: '026073150',
      accountNumber: '8311094826',
      accountType: 'CHECKING',
      address: {
        country: 'US',
        city: 'Austin',
        firstLine: '500 Congress Avenue',
        postCode: '78701',
        state: 'TX',
      },
    },
  },
  {
    name: 'Wäscherei Nord GmbH',
    currency: 'EUR',
    country: 'DE',
    type: 'iban',
    details: { legalType: 'BUSINESS', IBAN: 'DE89370400440532013000' },
  },
]

const AGENCIES = ['Northern Holidays Ltd', 'Sunny Breaks Ltd', 'Highland Travel']
const AGENCIES_OF_AMERICA = ['Pacific Tours LLC', 'Grand Journeys Inc']

/** A company that is paid from abroad and pays abroad: its balances and what moved them in the year before `until`. */
export function yearAtWise(until: Date = new Date()): Seed {
  const midnight = Math.floor(until.getTime() / DAY_MS) * DAY_MS
  const movements: SeedMovement[] = []
  for (let n = 0; n < DAYS; n++) {
    const day = midnight - (DAYS - n) * DAY_MS
    movements.push(...ofDay(n, (hour) => new Date(day + hour * 3_600_000).toISOString()))
  }
  return { balances: BALANCES, movements, recipients: RECIPIENTS }
}

function ofDay(n: number, at: (hour: number) => string): SeedMovement[] {
  const some = (from: number, to: number) => from + ((n * STEP) % (to - from))
  const pick = <T>(list: readonly T[]): T | undefined => list[n % list.length]
  const year = 100_000 + n
  return [
    ...(n % 4 === 0
      ? [receipt(at(9), 'GBP', some(38_000, 190_000), pick(AGENCIES) ?? '', `Grupo ${year}`)]
      : []),
    ...(n % 6 === 1
      ? [receipt(at(15), 'USD', some(52_000, 240_000), pick(AGENCIES_OF_AMERICA) ?? '', `Reserva ${year}`)]
      : []),
    ...(n % 9 === 2
      ? [receipt(at(10), 'EUR', some(24_000, 130_000), 'Reisebüro Alpen', `Anzahlung ${year}`)]
      : []),
    ...(n % 5 === 3
      ? [
          {
            kind: 'card',
            at: at(12),
            currency: 'EUR',
            minor: some(900, 21_000),
            who: 'Ferretería Central',
          } as const,
        ]
      : []),
    ...(n % 30 === 7
      ? [payment(at(11), 'GBP', some(42_000, 61_000), 'Revenue Insight Ltd', `Invoice ${year}`)]
      : []),
    ...(n % 30 === 14
      ? [payment(at(11), 'USD', some(31_000, 48_000), 'Channel Cloud Inc', `INV${year}`)]
      : []),
    ...(n % 30 === 21
      ? [payment(at(11), 'EUR', some(52_000, 99_000), 'Wäscherei Nord GmbH', `Rechnung ${year}`)]
      : []),
    ...(n % 60 === 40
      ? [
          {
            kind: 'convert',
            at: at(13),
            currency: 'GBP',
            minor: 400_000,
            feeMinor: 1_400,
            to: { minor: 464_800, currency: 'EUR' },
          } as const,
        ]
      : []),
    ...(n % 30 === 29
      ? [
          {
            kind: 'interest',
            at: at(6),
            currency: 'EUR',
            minor: some(800, 4_100),
            who: 'Interés de Wise',
          } as const,
        ]
      : []),
  ]
}

const receipt = (
  at: string,
  currency: string,
  minor: number,
  who: string,
  reference: string
): SeedMovement => ({
  kind: 'receive',
  at,
  currency,
  minor,
  who,
  reference,
})

const payment = (
  at: string,
  currency: string,
  minor: number,
  who: string,
  reference: string
): SeedMovement => ({
  kind: 'pay',
  at,
  currency,
  minor: minor - (minor % 100),
  who,
  reference,
})
