import type { HttpContext } from '@adonisjs/core/http'
import { allBanks, type BankPage, type BankProvider } from '#app/banking/bank_provider'
import { pathOf } from '#app/banking/pages/bank_path'
import { beneficiaryMakers, CONNECTORS, payers } from '#app/banking/pages/roles'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { S } from '#app/identity/roles'
import { NotFound } from '#app/kernel/http/access_denied'

/** The bank whose page a route is: the pages are one set, registered once for each bank. */
export function bankOfRoute({ route }: HttpContext): BankProvider {
  const path = route?.pattern.split('/').find((part) => part !== '')
  const found = allBanks().find(({ connector }) => pathOf(connector) === path)
  if (!found) throw new NotFound()
  return found
}

/** What every page of a bank is told of it: its name, where it lies, what it has and what this person may do there. */
export type BankHead = {
  code: string
  title: string
  path: string
  pages: readonly BankPage[]
  can: { connect: boolean; disable: boolean; makeBeneficiaries: boolean; pay: boolean }
}

/** What somebody may do with the beneficiaries of a bank: make them, ask whose their account is, pay them. */
export function payeeRights(ctx: HttpContext) {
  const { gateway } = bankOfRoute(ctx)
  const { can } = bankHead(ctx)
  const isPaying = gateway !== null
  return { make: can.makeBeneficiaries, check: can.makeBeneficiaries && isPaying, pay: can.pay && isPaying }
}

/** The bank of a page as the page shows it. */
export function bankHead(ctx: HttpContext): BankHead {
  const { connector, pages } = bankOfRoute(ctx)
  const path = pathOf(connector)
  const { role } = requireSignedIn(ctx).user
  return {
    code: connector.code,
    title: connector.title,
    path,
    pages,
    can: {
      connect: CONNECTORS.includes(role),
      disable: role === S,
      makeBeneficiaries: beneficiaryMakers(path).includes(role),
      pay: payers(path).includes(role),
    },
  }
}
