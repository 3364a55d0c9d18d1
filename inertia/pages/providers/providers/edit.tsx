import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { countText } from '~/kit/day'
import { DetailPage, TabbedParts } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import type { MenuAction } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor, withQuery } from '~/urls'
import { deleteProvider } from './provider_confirmations'
import type { Provider, ProviderPage } from './provider_page'
import { ProviderState } from './provider_state'
import { providerTabs } from './provider_tabs'
import styles from './providers.module.css'
import { useProviderForm } from './use_provider_form'

const MergeDialog = lazy(async () => ({ default: (await import('./merge_dialog')).MergeDialog }))

export default function ProviderEdit(page: ProviderPage) {
  const { provider, figures } = page
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
      menu={providerMenu(provider, { merge: () => setIsMerging(true), confirm: setConfirmation })}
      rail={
        <ProviderState
          provider={provider}
          groupSite={page.companies.groupSite}
          pending={figures.pending}
          agreed={page.agreed}
        />
      }
    >
      <ProviderFigures page={page} invoices={invoices} />
      <div className={styles.part}>
        <TabbedParts tabs={providerTabs(page, form)} />
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

type On = { merge: () => void; confirm: (confirmation: Confirmation) => void }

/** What else may be done with the supplier. */
function providerMenu(
  { id, legalName, canMerge, canDelete }: Provider,
  { merge, confirm }: On
): MenuAction[] {
  const remove: MenuAction = {
    label: 'Eliminar',
    isDangerous: true,
    onSelect: () => confirm(deleteProvider({ id, name: legalName })),
  }
  return [
    ...(canMerge ? [{ label: 'Fusionar con otro', onSelect: merge }] : []),
    ...(canDelete ? [remove] : []),
  ]
}

/** What is owed to the supplier, and what they invoiced. */
function ProviderFigures({
  page: { provider, figures },
  invoices,
}: {
  page: ProviderPage
  invoices: string
}) {
  return (
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
  )
}

const payable = (providerId: number) => urlFor('paysuppliers', null, { provider_id: providerId })
