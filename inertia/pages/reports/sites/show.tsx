import { Head } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Instant } from '~/kit/day'
import { PageHead } from '~/kit/page_head'
import { urlFor, withQuery } from '~/urls'
import { BalancesBlock, FlowsBlock } from './cash_blocks'
import { DeclaredBlocks } from './declared_blocks'
import { CategoriesBlock, InvoicesBlock, ProvidersBlock, WaitingBlock } from './invoice_blocks'
import { PeriodPicker } from './period_picker'
import styles from './report.module.css'
import type { Period, SiteReport } from './site_report'

type Props = {
  site: { id: number; code: string; name: string; taxId: string; logo: string | null }
  period: Period
  report: SiteReport
}

/** The report of a company: each figure leads to what it adds up. */
export default function SiteReportShow({ site, period, report }: Props) {
  const path = urlFor('sites.report', { id: site.id })
  const fileHref = (format: string) => withQuery(path, { ...period, export: format })
  return (
    <div className={styles.page}>
      <Head title={`Informe de ${site.name}`} />
      <PageHead
        title={`Informe de ${site.name}`}
        subtitle={
          <>
            {site.code} · {site.taxId} · datos de <Instant value={report.at} />
          </>
        }
        back={urlFor('sites.edit', { id: site.id })}
        actions={
          <>
            <Button
              component="a"
              href={fileHref('xlsx')}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
            >
              Excel
            </Button>
            <Button
              component="a"
              href={fileHref('pdf')}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
            >
              PDF
            </Button>
          </>
        }
        menu={[{ label: 'Actualizar los datos', href: withQuery(path, { ...period, fresh: true }) }]}
      />
      {site.logo ? <img className={styles.logo} src={site.logo} alt={`Logotipo de ${site.name}`} /> : null}
      <PeriodPicker key={`${period.from}-${period.to}`} path={path} period={period} />
      <div className={styles.halves}>
        <div className={styles.half}>
          <BalancesBlock rows={report.balances} href={report.balancesHref} />
          <FlowsBlock rows={report.flows} />
          <DeclaredBlocks blocks={report.blocks} half="left" />
        </div>
        <div className={styles.half}>
          <InvoicesBlock invoices={report.invoices} period={report.paymentPeriod} />
          <WaitingBlock rows={report.waiting} />
          <DeclaredBlocks blocks={report.blocks} half="right" />
          <CategoriesBlock rows={report.categories} />
          <ProvidersBlock rows={report.providers} />
        </div>
      </div>
    </div>
  )
}
