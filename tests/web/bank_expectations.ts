import type { BankProvider } from '#app/banking/bank_provider'
import { ALL_BANKS } from '#app/banking/providers/all_banks'

type Rights = { sees: string; makesPayees: string; pays: string }

/** Who sees a bank, makes its beneficiaries and pays out of it (area 23 §7): by hand, and a bank without a row fails. */
const RIGHTS: Readonly<Record<string, Rights>> = {
  qontos: { sees: 'S A SC C', makesPayees: 'S A SC C', pays: 'S A SC' },
  wises: { sees: 'S A SC C', makesPayees: 'S A SC C', pays: 'S A SC' },
  revoluts: { sees: 'S A SC', makesPayees: 'S A', pays: 'S A' },
}

const CONNECTING = [
  'create',
  'store',
  'edit',
  'update',
  'credentials',
  'test',
  'pause',
  'resume',
  'reconnect',
  'consent',
  'calls',
  'calls.show',
  'link',
  'unlink',
]
const PAYEES = ['create', 'form', 'check', 'store', 'verify', 'suppliers', 'supplier']

const payeesOf = ({ pages }: BankProvider) => (pages.includes('recipients') ? 'recipients' : 'beneficiaries')

const reading = (bank: BankProvider): string[] => [
  '',
  'show',
  'report',
  'sync',
  ...(bank.pages.includes('virtual') ? ['virtual'] : []),
  ...(bank.pages.includes('documentation') ? ['documentation', 'documentation.show'] : []),
  ...(bank.quotes ? ['quotes', 'quotes.store'] : []),
  ...(bank.beneficiaries ? [payeesOf(bank)] : []),
]

function paying({ pages, beneficiaries, gateway }: BankProvider): string[] {
  const payment = pages.includes('payment') ? 'payment' : 'transfer'
  return [
    'ledger-accounts',
    ...(beneficiaries && gateway ? [payment, `${payment}.store`] : []),
    ...(pages.includes('generate') ? ['generate', 'generate.store'] : []),
  ]
}

/** Names of the routes of every bank by the roles that may use them: which it has, its declaration says. */
export const BANK_ACCESS: readonly (readonly [roles: string, routes: readonly string[]])[] =
  ALL_BANKS.flatMap((bank) => {
    const path = bank.connector.path.slice(1)
    const rights = RIGHTS[path]
    if (!rights) throw new Error(`Nobody has said who may use ${path}`)
    const named = (names: readonly string[]) => names.map((name) => (name === '' ? path : `${path}.${name}`))
    return [
      [rights.sees, named(reading(bank))],
      ['S A', named(CONNECTING)],
      ['S', named(['disable'])],
      [rights.makesPayees, named(bank.beneficiaries ? PAYEES.map((act) => `${payeesOf(bank)}.${act}`) : [])],
      [rights.pays, named(paying(bank))],
    ] as const
  })
