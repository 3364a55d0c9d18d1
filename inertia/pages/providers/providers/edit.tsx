import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { countText } from '~/kit/day'
import { DetailPage, TabbedParts } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
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
  const { provider, figures, banks, events, canVerify, categories, profiles, sites } = page
  // Kept here, so that what is typed outlives a look at another tab.
  const form = useProviderForm(provider)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [isMerging, setIsMerging] = useState(false)
  const invoices = withQuery(urlFor('invoices'), { provider_id: provider.id })
  return (
    <DetailPage
      title={provider.legalName}
      subtitle={[provider.taxId, provider.tradeName].filter(Boolean).join(' · ')}
      status={<StatusBadge {...provider.status} />}
      back={urlFor('providers.index')}
      actions={
        <Button component={Link} href={invoices} variant="default">
          Ver facturas
        </Button>
      }
      menu={[
        ...(provider.canMerge ? [{ label: 'Fusionar con otro', onSelect: () => setIsMerging(true) }] : []),
        ...(provider.canDelete
          ? [
              {
                label: 'Eliminar',
                isDangerous: true,
                onSelect: () =>
                  setConfirmation(deleteProvider({ id: provider.id, name: provider.legalName })),
              },
            ]
          : []),
      ]}
      rail={
        <ProviderState
          provider={provider}
          groupSite={page.companies.groupSite}
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
                  canVerify={canVerify}
                  sites={sites}
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
              content: <Timeline events={providerHistory(events, categories)} />,
            },
          ]}
        />
      </div>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      {isMerging ? (
        <Suspense>
          <MergeDialog
            source={{ id: provider.id, name: provider.legalName }}
            onClose={() => setIsMerging(false)}
          />
        </Suspense>
      ) : null}
    </DetailPage>
  )
}

const payable = (providerId: number) => urlFor('paysuppliers', null, { provider_id: providerId })
