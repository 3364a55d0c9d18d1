import { Head } from '@inertiajs/react'
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { countText } from '~/kit/day'
import { KeyFigures } from '~/kit/key_figures'
import { PageHead } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { useShared } from '~/shared_props'
import { urlFor, withQuery } from '~/urls'
import styles from '../statements/statements.module.css'
import { PlanImportForm } from './plan_import_form'
import { PlanUploadForm } from './plan_upload_form'

export type PlanPreview = {
  file_id: number
  name: string
  new_count: number
  problem_count: number
  problems: { line: number; message: string }[]
  sample: PreviewAccount[]
}
type PreviewAccount = {
  line: number
  code: string
  name: string
  parent: string
  reconcilable: boolean | null
}

type Props = { site_id: number | null; preview: PlanPreview | null }

const columns: PlainColumn<PreviewAccount>[] = [
  { key: 'line', header: 'Fila', numeric: true, cell: (row) => countText(row.line) },
  { key: 'code', header: 'Cuenta', cell: (row) => <span className="num">{row.code}</span> },
  { key: 'name', header: 'Nombre', cell: (row) => row.name },
  { key: 'parent', header: 'Cuenta padre', cell: (row) => <span className="num">{row.parent}</span> },
  { key: 'reconcilable', header: 'Conciliable', cell: (row) => WORDS[String(row.reconcilable)] ?? '' },
]
const WORDS: Record<string, string> = { true: 'Sí', false: 'No', null: 'Según su número' }

export default function PlanImportsCreate({ site_id, preview }: Props) {
  const { sites } = useShared()
  if (!preview || site_id === null) return <PlanUploadForm siteId={site_id} />
  return (
    <div className={styles.page}>
      <Head title="Importar cuentas" />
      <PageHead
        title="Importar cuentas"
        subtitle={`${preview.name} · ${sites.find(({ id }) => id === site_id)?.name ?? ''}`}
        back={withQuery(urlFor('accounts.plan.imports.create'), { site_id })}
      />
      <KeyFigures
        figures={[
          { label: 'Cuentas nuevas', value: countText(preview.new_count) },
          { label: 'Filas con error', value: countText(preview.problem_count) },
        ]}
      />
      {preview.problem_count > 0 ? <Problems preview={preview} /> : null}
      <PlanImportForm siteId={site_id} preview={preview} />
      <PlainTable
        label="Primeras cuentas"
        rows={preview.sample}
        columns={columns}
        keyOf={(row) => row.line}
        empty="Ninguna fila se puede importar."
      />
    </div>
  )
}

function Problems({ preview: { problems, problem_count } }: { preview: PlanPreview }) {
  return (
    <Alert color="red" title="Filas con error" icon={<IconAlertTriangle size={18} />}>
      <ul className={styles.issues}>
        {problems.map(({ line, message }) => (
          <li key={line}>
            Fila {countText(line)}: {message}
          </li>
        ))}
      </ul>
      {problem_count > problems.length ? <p>Y {countText(problem_count - problems.length)} más.</p> : null}
    </Alert>
  )
}
