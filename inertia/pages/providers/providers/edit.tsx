import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { countText } from '~/kit/day'
import { DetailPage, TabbedParts } from '~/kit/detail_page'
import { KeyFigures } from '~/kit/key_figures'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { Timeline } from '~/kit/timeline'
import { urlFor, withQuery } from '~/urls'
import { BanksTab } from './banks_tab'
import { DataTab } from './data_tab'
import { providerHistory } from './provider_history'
import type { ProviderPage } from './provider_page'
import { ProviderState } from './provider_state'
import styles from './providers.module.css'
import { useProviderForm } from './use_provider_form'

export default function ProviderEdit(page: ProviderPage) {
  const { provider, figures, banks, events, mayVerify, categories } = page
  // Kept here, so that what is typed outlives a look at another tab.
  const form = useProviderForm(provider)
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
      rail={<ProviderState provider={provider} />}
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
            { value: 'data', label: 'Datos', content: <DataTab form={form} categories={categories} /> },
            {
              value: 'banks',
              label: `Bancos (${banks.length})`,
              content: <BanksTab provider={provider} banks={banks} mayVerify={mayVerify} />,
            },
            {
              value: 'history',
              label: 'Historial',
              content: <Timeline events={providerHistory(events, categories)} />,
            },
          ]}
        />
      </div>
    </DetailPage>
  )
}

const payable = (providerId: number) => urlFor('paysuppliers', null, { provider_id: providerId })
