import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { COUNTER_ROLES, type GroupRole, groupLine } from '#app/ledger/actions/group_account'
import { type PostedBooks, postBooks } from '#app/ledger/actions/post_books'
import { makeAccount, makeSite } from '#tests/factories/books'

/** A company with an account that takes the other side of what it does with the others of the group. */
export type GroupCompany = { siteId: number; cash: number }

let sequence = 0

export async function makeGroup(count: number): Promise<GroupCompany[]> {
  const companies: GroupCompany[] = []
  for (let index = 0; index < count; index++) {
    const { siteId } = await makeSite()
    companies.push({ siteId, cash: await makeAccount(siteId, '570') })
  }
  return companies
}

export type Owing = {
  creditor: GroupCompany
  debtor: GroupCompany
  amountMinor: number
  role?: GroupRole
  /** Of the document: the same one posts once. */
  sourceId?: number
  postedOn?: string
}

/** A key of a document that no other one of the run has. */
export const nextSource = (): number => Date.now() * 100 + (sequence++ % 100)

/** Posts in both books that a company gave another one money. */
export function lend(
  { creditor, debtor, amountMinor, role = 'intercompany_current', sourceId, postedOn = '2026-03-10' }: Owing,
  trx: Transaction
): Promise<PostedBooks> {
  return lendLines({ creditor, debtor, amountMinor, role }, trx).then((books) =>
    postBooks(
      {
        sourceType: 'test_loan',
        sourceId: sourceId ?? nextSource(),
        key: 'lent:1',
        postedOn: calendarDate(postedOn),
        books,
        createdBy: null,
      },
      trx
    )
  )
}

async function lendLines(
  {
    creditor,
    debtor,
    amountMinor,
    role,
  }: Required<Pick<Owing, 'creditor' | 'debtor' | 'amountMinor' | 'role'>>,
  trx: Transaction
) {
  const shared = { journal: 'prestamos' as const, kind: 'test.lent', description: 'Dinero entre empresas' }
  const given = await groupLine({ siteId: creditor.siteId, partnerId: debtor.siteId, role, amountMinor }, trx)
  const taken = await groupLine(
    {
      siteId: debtor.siteId,
      partnerId: creditor.siteId,
      role: COUNTER_ROLES[role],
      amountMinor: -amountMinor,
    },
    trx
  )
  return [
    {
      ...shared,
      siteId: creditor.siteId,
      lines: [given, { accountId: creditor.cash, amountMinor: -amountMinor }],
    },
    { ...shared, siteId: debtor.siteId, lines: [taken, { accountId: debtor.cash, amountMinor }] },
  ]
}

/** The same in a transaction of its own. */
export const lent = (owing: Owing): Promise<PostedBooks> => inTransaction((trx) => lend(owing, trx))
