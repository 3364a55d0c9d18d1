import { Head, Link, router } from '@inertiajs/react'
import { Button, Kbd, Progress } from '@mantine/core'
import { countText } from '~/kit/day'
import type { PageOfRows } from '~/kit/list/list_types'
import { useAllRows } from '~/kit/list/use_all_rows'
import type { MoneyValue } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { urlFor } from '~/urls'
import type { AccountHead } from '../../accounts/accounts/account_props'
import { CandidatesPane } from './candidates_pane'
import { ImportNotice, type RunningImport } from './import_notice'
import { NothingSelected } from './line_detail'
import type { LineRow, SelectedLine } from './line_types'
import { LinesPane } from './lines_pane'
import styles from './reconcile.module.css'
import { StatementCheck, type StatementCheckOf } from './statement_check'
import { useLines } from './use_lines'

type Props = {
  account: AccountHead
  lines: PageOfRows<LineRow>
  selected: SelectedLine | null
  progress: { done: number; total: number }
  tolerance: MoneyValue
  check: StatementCheckOf | null
  /** A large statement on its way into this account. */
  importing: RunningImport | null
  canWrite: boolean
}

const noLists: ReadonlySet<string> = new Set()

export default function ReconcileIndex(props: Props) {
  const { account, lines, selected, progress, tolerance, check, importing, canWrite } = props
  const all = useAllRows(lines, noLists)
  const work = useLines(all.rows, selected?.id ?? null)
  const { id } = account
  const percent = progress.total === 0 ? 100 : Math.floor((progress.done / progress.total) * 100)
  return (
    <div className={styles.page}>
      <Head title={`Conciliar ${account.name}`} />
      <PageHead
        title="Conciliación"
        subtitle={[account.name, account.site, account.iban].filter(Boolean).join(' · ')}
        back={urlFor('accounts.edit', { id })}
        actions={
          canWrite ? (
            <Button component={Link} href={urlFor('accounts.statements.create', { id })} variant="default">
              Importar extracto
            </Button>
          ) : null
        }
        menu={
          canWrite
            ? [
                {
                  label: 'Buscar sugerencias',
                  onSelect: () => router.post(urlFor('accounts.suggestions.store', { id })),
                },
              ]
            : []
        }
      />
      <div className={styles.progress}>
        <span className="num">{`${countText(progress.done)} de ${countText(progress.total)} conciliados`}</span>
        <Progress value={percent} aria-label="Movimientos conciliados" />
        <span className={`${styles.keys} no-print`}>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> mover · <Kbd size="xs">Enter</Kbd> conciliar ·{' '}
          <Kbd size="xs">S</Kbd> saltar · <Kbd size="xs">N</Kbd> nuevo asiento · <Kbd size="xs">U</Kbd>{' '}
          deshacer
        </span>
      </div>
      {importing ? <ImportNotice importing={importing} /> : null}
      {check ? <StatementCheck check={check} /> : null}
      <div className={styles.panes}>
        <LinesPane list={lines} all={all} work={work} selectedId={selected?.id ?? null} />
        {selected ? (
          <CandidatesPane
            key={`${selected.id}-${selected.status.label}-${selected.rest.minor}`}
            accountId={id}
            line={selected}
            tolerance={tolerance}
            canWrite={canWrite}
            next={work.next}
            previous={work.previous}
            onDone={() => work.select(work.following)}
          />
        ) : (
          <NothingSelected />
        )}
      </div>
    </div>
  )
}
