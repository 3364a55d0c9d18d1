import { Head, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { ListTabs } from '~/kit/list/list_tabs'
import { useListQuery } from '~/kit/list/use_list_query'
import { type MenuAction, PageHead } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { type MenuItem, useShared } from '~/shared_props'
import { urlFor, withQuery } from '~/urls'
import { PendingChangesNotice } from '../pending_changes/pending_notice'
import { AccountingTab } from './accounting_tab'
import { ApprovalsTab } from './approvals_tab'
import { CentersTab } from './centers_tab'
import { DataTab } from './data_tab'
import { FiscalTab } from './fiscal_tab'
import { FurtherTab, furtherTabs } from './further_tabs'
import { IntakeTab } from './intake_tab'
import { LogoForm } from './logo_form'
import { PaidFor } from './paid_for'
import { PoliciesTab } from './policies_tab'
import { activateSite, archiveSite, reactivateSite } from './site_confirmations'
import { siteHistory } from './site_history'
import { SiteNotices } from './site_notices'
import type { SiteHead, SitePage } from './site_page'
import styles from './sites.module.css'

const noLists: ReadonlySet<string> = new Set()

export default function SiteEdit(page: SitePage) {
  const { site, canWrite } = page
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [isArchiving, setIsArchiving] = useState(false)
  const { menu } = useShared()
  const query = useListQuery(noLists)
  const isActivatable = site.actions.includes('activate')
  return (
    <div className={styles.page}>
      <Head title={site.legalName} />
      <PageHead
        title={site.legalName}
        subtitle={[site.code, site.taxId, site.tradeName].filter(Boolean).join(' · ')}
        status={<StatusBadge {...site.status} />}
        back={urlFor('sites')}
        actions={
          <>
            <Button component={Link} href={urlFor('sites.report', { id: site.id })} variant="default">
              Informe
            </Button>
            {isActivatable ? (
              <Button
                disabled={page.blockers.length > 0}
                onClick={() => setConfirmation(activateSite(named(site)))}
              >
                Activar
              </Button>
            ) : null}
          </>
        }
        menu={menuOf(site, (asked) =>
          asked === 'archive' && page.blockers.length > 0
            ? setIsArchiving(true)
            : setConfirmation(asked === 'archive' ? archiveSite(named(site)) : reactivateSite(named(site)))
        )}
      />
      <PendingChangesNotice changes={page.pendingChanges} />
      <SiteNotices
        gaps={page.gaps}
        blockers={page.blockers}
        isDraft={site.isDraft}
        canWrite={canWrite}
        isArchiving={isArchiving}
      />
      <ListTabs tabs={{ name: 'tab', options: tabsOf(site.id, menu) }} counters={{}} query={query} />
      <TabInView key={page.tab} page={page} />
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}

function TabInView({ page }: { page: SitePage }) {
  const { site, tab, form, options, canWrite } = page
  if (page.roles) return <AccountingTab site={site} roles={page.roles} canWrite={canWrite} />
  if (page.approvals) return <ApprovalsTab site={site} approvals={page.approvals} canWrite={canWrite} />
  if (page.centers) return <CentersTab site={site} centers={page.centers} canWrite={canWrite} />
  if (page.events) return <Timeline events={siteHistory(page.events, options)} />
  if (page.further) return <FurtherTab tab={tab} siteId={site.id} shown={page.further} />
  if (!form) return null
  const shared = { site, values: form, canWrite }
  if (tab === 'fiscal') return <FiscalTab {...shared} options={options} hasEntries={page.hasEntries} />
  if (tab === 'intake') return <IntakeTab {...shared} publicLinks={page.publicLinks} />
  if (tab === 'policies')
    return (
      <div className={styles.sections}>
        <PoliciesTab {...shared} options={options} />
        <PaidFor
          key={page.paidFor?.map(({ id }) => id).join()}
          site={site}
          paidFor={page.paidFor ?? []}
          companies={options.parents}
          canWrite={canWrite}
        />
      </div>
    )
  return (
    <>
      {page.supplier ? (
        <p>
          Para las demás empresas del grupo es el proveedor{' '}
          <Link href={urlFor('providers.edit', { id: page.supplier.id })}>
            {page.supplier.name} ({page.supplier.code})
          </Link>
          .
        </p>
      ) : null}
      <DataTab {...shared} options={options} />
      <LogoForm key={site.logo} site={site} canWrite={canWrite} />
    </>
  )
}

/** The tabs of a company; those of other areas open their lists, once they exist. */
function tabsOf(siteId: number, menu: MenuItem[]) {
  const lists = [
    { value: 'accounts', label: 'Cuentas', route: 'accounts' },
    { value: 'employees', label: 'Empleados', route: 'employees' },
    { value: 'holded', label: 'Holded', route: 'holded.index' },
  ].flatMap(({ route, ...tab }) => {
    const entry = menu.find((item) => item.route === route)
    return entry ? [{ ...tab, href: withQuery(entry.path, { site_ids: [siteId] }) }] : []
  })
  return [
    { value: 'data', label: 'Datos' },
    { value: 'fiscal', label: 'Fiscal' },
    { value: 'accounting', label: 'Contabilidad' },
    { value: 'approvals', label: 'Aprobaciones' },
    { value: 'centers', label: 'Centros' },
    { value: 'intake', label: 'Correo y enlace público' },
    { value: 'policies', label: 'Políticas' },
    ...furtherTabs,
    { value: 'history', label: 'Historial' },
    ...lists,
  ]
}

const named = ({ id, legalName }: SiteHead) => ({ id, name: legalName })

type Asked = 'archive' | 'reactivate'
const offered: { transition: Asked; label: string; isDangerous: boolean }[] = [
  { transition: 'archive', label: 'Archivar la empresa', isDangerous: true },
  { transition: 'reactivate', label: 'Reactivar la empresa', isDangerous: false },
]

function menuOf(site: SiteHead, ask: (asked: Asked) => void): MenuAction[] {
  return offered
    .filter(({ transition }) => site.actions.includes(transition))
    .map(({ transition, ...item }) => ({ ...item, onSelect: () => ask(transition) }))
}
