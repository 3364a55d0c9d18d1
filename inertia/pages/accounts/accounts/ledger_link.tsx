import { Link } from '@inertiajs/react'
import { urlFor } from '~/urls'
import type { AccountHead } from './account_props'

/** The account of the plan behind a main account, and its mayor. */
export function LedgerLink({ account }: { account: AccountHead }) {
  return (
    <Link href={urlFor('accounts.ledger', { account: account.ledgerAccountId })} className="num">
      {account.ledgerCode}
    </Link>
  )
}
