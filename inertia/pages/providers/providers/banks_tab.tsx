import { ACCOUNT_KINDS } from '#app/kernel/identifiers/account_number'
import { optionsOf } from '#app/kernel/text/labels'
import type { BankAct, Payee, PayeeBank } from '~/kit/payee_banks/bank_types'
import { PayeeBanks } from '~/kit/payee_banks/payee_banks'
import { urlFor } from '~/urls'
import { BankMode } from './bank_mode'
import { countryOptions, verificationMethods } from './provider_options'
import type { ProviderPage } from './provider_page'

type Props = Pick<ProviderPage, 'provider' | 'banks' | 'canVerify' | 'sites' | 'coolingHours'>

const routes = {
  verify: 'providers.banks.verify',
  reject: 'providers.banks.reject',
  disable: 'providers.banks.disable',
  default: 'providers.banks.default',
  waive: 'providers.banks.waive',
} as const

/** Where a provider is paid: one account for all companies, or one of its own for some of them. */
export function BanksTab({ provider, banks, canVerify, sites, coolingHours }: Props) {
  const { id } = provider
  const payee: Payee = {
    noun: 'proveedor',
    name: provider.legalName,
    urls: {
      store: urlFor('providers.banks.store', { id }),
      act: (act: BankAct, bank: PayeeBank) => urlFor(routes[act], { id, bank: bank.id }),
      reveal: canVerify ? urlFor('providers.reveal', { id }) : null,
      evidence: canVerify ? (bank) => urlFor('providers.banks.evidence', { id, bank: bank.id }) : null,
    },
    methods: verificationMethods,
    canChange: canVerify,
    coolingHours,
    isNamed: true,
    accountKinds: optionsOf(ACCOUNT_KINDS),
    countries: countryOptions(),
    sites: provider.multiBank ? sites.map((site) => ({ value: String(site.id), label: site.name })) : null,
  }
  return (
    <PayeeBanks payee={payee} banks={banks}>
      <BankMode provider={provider} banks={banks} sites={sites} canChange={canVerify} />
    </PayeeBanks>
  )
}
