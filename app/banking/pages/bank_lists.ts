import type { Viewer } from '#app/accounts/viewer'
import { beneficiariesListFor } from '#app/banking/queries/list_beneficiaries'
import { providerAccountsListFor } from '#app/banking/queries/list_provider_accounts'
import { lastFour } from '#app/kernel/identifiers/iban'
import type { List } from '#app/kernel/lists/listing'

type AccountsList = ReturnType<typeof providerAccountsListFor>
type FoundAccount = Parameters<AccountsList['toRow']>[0]
export type BankAccountRow = ReturnType<AccountsList['toRow']> & {
  /** As its files have it: the IBAN whole for those who may copy it. */
  wholeIdentifier: string | null
  actions: string[]
}

/** Nothing is asked of a bank for these. */
const WITHOUT_READING = ['paused', 'auth_required', 'error', 'disabled', 'closed']

/** Accounts at a bank as a person may see them, in files of this name, with what they may do with each. */
export function bankAccountsList(
  name: string,
  viewer: Viewer,
  canConnect: boolean
): List<FoundAccount, BankAccountRow> {
  const { definition, columns, toRow } = providerAccountsListFor(viewer)
  return {
    name,
    definition,
    columns: (columns as List<FoundAccount, BankAccountRow>['columns']).map(onItsPage),
    toRow: (found) => ({
      ...toRow(found),
      identifier: found.iban ? `•••• ${lastFour(found.iban)}` : toRow(found).identifier,
      wholeIdentifier: toRow(found).identifier,
      connection: found.label,
      actions: [
        'open',
        ...(WITHOUT_READING.includes(found.connectorStatus) ? [] : ['sync']),
        ...(canConnect ? ['edit'] : []),
      ],
    }),
  }
}

type AccountColumn = List<FoundAccount, BankAccountRow>['columns'][number]

/** Of one bank alone: the currency says more than its name, and the end of an IBAN is enough where the state needs the room. */
function onItsPage(column: AccountColumn): AccountColumn {
  switch (column.key) {
    case 'currency':
      return { ...column, isOptional: false }
    case 'site':
      return { ...column, width: 200 }
    case 'identifier':
      return { ...column, file: { width: 32, value: ({ wholeIdentifier }) => wholeIdentifier } }
    default:
      return column
  }
}

type FoundBeneficiary = Parameters<ReturnType<typeof beneficiariesListFor>['toRow']>[0] & {
  supplier: string | null
}
export type BeneficiaryRow = ReturnType<ReturnType<typeof beneficiariesListFor>['toRow']> & {
  /** The supplier whose account it is; null where nobody has said so. */
  supplier: string | null
  actions: string[]
}

type Allowed = { make: boolean; check: boolean; pay: boolean }

const SUPPLIER = `(select p.legal_name::text from provider_banks k join providers p on p.id = k.provider_id where k.id = b.provider_bank_id) as supplier`

/** Beneficiaries of a connection with what a person may do with each. */
export function beneficiaryActsList(
  viewer: Viewer,
  allowed: Allowed
): List<FoundBeneficiary, BeneficiaryRow> {
  const { columns, definition, toRow, ...list } = beneficiariesListFor(viewer)
  return {
    ...list,
    definition: { ...definition, select: `${definition.select}, ${SUPPLIER}` },
    columns: columns as List<FoundBeneficiary, BeneficiaryRow>['columns'],
    toRow(found) {
      const row = toRow(found)
      return {
        ...row,
        supplier: found.supplier,
        payeeCheck: withName(row.payeeCheck, row.payeeName),
        actions: actsOn(found, row, allowed),
      }
    },
  }
}

function actsOn(
  { status, iban, verifiedAt }: FoundBeneficiary,
  { canVerify, canWaive }: { canVerify: boolean; canWaive: boolean },
  allowed: Allowed
): string[] {
  if (status !== 'active' && status !== 'pending') return ['show']
  return [
    'show',
    ...(allowed.make && canVerify ? ['verify'] : []),
    ...(canWaive ? ['waive'] : []),
    ...(allowed.check && iban !== null ? ['check'] : []),
    ...(allowed.make && iban === null ? ['supplier'] : []),
    ...(allowed.pay && verifiedAt !== null ? ['pay'] : []),
  ]
}

/** «Coincidencia parcial («Nombre»)»: the name that the payee's bank has is what people need to judge it. */
const withName = (badge: BeneficiaryRow['payeeCheck'], name: string | null) =>
  badge && name ? { ...badge, label: `${badge.label} («${name}»)` } : badge
