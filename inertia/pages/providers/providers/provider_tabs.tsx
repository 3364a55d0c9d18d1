import { Timeline } from '~/kit/detail/timeline'
import { activityTabs } from './activity_tabs'
import { BanksTab } from './banks_tab'
import { ContractsTab } from './contracts_tab'
import { DataTab } from './data_tab'
import { LearnedTab } from './learned_tab'
import { providerHistory } from './provider_history'
import type { ProviderPage } from './provider_page'
import { ReserveTab } from './reserve_tab'
import type { ProviderForm } from './use_provider_form'

/** What is known of a supplier, part by part; contracts only for those who may see them. */
export function providerTabs(page: ProviderPage, form: ProviderForm) {
  const { provider, banks, categories } = page
  return [
    {
      value: 'data',
      label: 'Datos',
      content: (
        <DataTab
          form={form}
          categories={categories}
          profiles={page.profiles}
          taxes={page.taxes}
          companies={page.companies}
          isMerged={provider.mergedInto !== null}
        />
      ),
    },
    {
      value: 'banks',
      label: `Bancos (${banks.length})`,
      content: (
        <BanksTab
          provider={provider}
          banks={banks}
          canVerify={page.canVerify}
          sites={page.sites}
          coolingHours={page.coolingHours}
        />
      ),
    },
    {
      value: 'reserve',
      label: 'Fondos de reserva',
      content: <ReserveTab providerId={provider.id} />,
    },
    ...activityTabs({ providerId: provider.id, activity: page.activity }),
    ...(page.contracts === null
      ? []
      : [
          {
            value: 'contracts',
            label: `Contratos (${page.contracts.length})`,
            content: <ContractsTab provider={provider} contracts={page.contracts} />,
          },
        ]),
    {
      value: 'reading',
      label: 'Lectura',
      content: <LearnedTab providerId={provider.id} />,
    },
    {
      value: 'history',
      label: 'Historial',
      content: <Timeline events={providerHistory(page.events, categories)} />,
    },
  ]
}
