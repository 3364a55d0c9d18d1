import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { countText } from '~/kit/day'
import { DetailPage, TabbedParts } from '~/kit/detail_page'
import { KeyFigures } from '~/kit/key_figures'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { Timeline } from '~/kit/timeline'
import { urlFor, withQuery } from '~/urls'
import { activityTabs } from './activity_tabs'
import { BanksTab } from './banks_tab'
import { ContractsTab } from './contracts_tab'
import { DataTab } from './data_tab'
import { LearnedTab } from './learned_tab'
import { deleteProvider } from './provider_confirmations'
import { providerHistory } from './provider_history'
import type { ProviderPage } from './provider_page'
import { ProviderState } from './provider_state'
import styles from './providers.module.css'
import { ReserveTab } from './reserve_tab'
import { useProviderForm } from './use_provider_form'

const MergeDialog = lazy(async () => ({ default: (await import('./merge_dialog')).MergeDialog }))

export default function ProviderEdit(page: ProviderPage) {
  const { provider, figures, banks, events, mayVerify, categories, profiles, sites } = page
  // Kept here, so that what is typed outlives a look at another tab.
  const form = useProviderForm(provider)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [isMerging, setIsMerging] = useState(false)
  const invoices = withQuery(urlFor('invoices'), { provider_id: provider.id })
  return (
    <DetailPage
      title={provider.legal_name}
      subtitle={[provider.tax_id, provider.trade_name].filter(Boolean).join(' · ')}
      status={<StatusBadge {...provider.status} />}
      back={urlFor('providers.index')}
      actions={
        <Button component={Link} href={invoices} variant="default">
          Ver facturas
        </Button>
      }
      menu={[
        ...(provider.may_merge ? [{ label: 'Fusionar con otro', onSelect: () => setIsMerging(true) }] : []),
        ...(provider.may_delete
          ? [
              {
                label: 'Eliminar',
                isDangerous: true,
                onSelect: () =>
                  setConfirmation(deleteProvider({ id: provider.id, name: provider.legal_name })),
              },
            ]
          : []),
      ]}
      rail={
        <ProviderState
          provider={provider}
          groupSite={page.companies.group_site}
          pending={figures.pending}
          agreed={page.agreed}
        />
      }
    >
      <KeyFigures
        figures={[
          {
            label: 'Pendiente de pago',
            value: <Money value={figures.pending} />,
            href: payable(provider.id),
          },
          { label: 'Facturado en 12 meses', value: <Money value={figures.invoiced} />, href: invoices },
          { label: 'Facturas', value: countText(figures.count), href: invoices },
        ]}
      />
      <div className={styles.part}>
        <TabbedParts
          tabs={[
            {
              value: 'data',
              label: 'Datos',
              content: (
                <DataTab
                  form={form}
                  categories={categories}
                  profiles={profiles}
                  taxes={page.taxes}
                  companies={page.companies}
                  isMerged={provider.merged_into !== null}
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
                  mayVerify={mayVerify}
                  sites={sites}
                  cooling_hours={page.cooling_hours}
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
              content: <Timeline events={providerHistory(events, categories)} />,
            },
          ]}
        />
      </div>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      {isMerging ? (
        <Suspense>
          <MergeDialog
            source={{ id: provider.id, name: provider.legal_name }}
            onClose={() => setIsMerging(false)}
          />
        </Suspense>
      ) : null}
    </DetailPage>
  )
}

const payable = (providerId: number) => urlFor('paysuppliers', null, { provider_id: providerId })
