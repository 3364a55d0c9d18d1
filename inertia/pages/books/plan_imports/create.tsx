import { Head } from '@inertiajs/react'
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { countText } from '~/kit/day'
import { KeyFigures } from '~/kit/detail/key_figures'
import { PageHead } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { useShared } from '~/shared_props'
import { urlFor, withQuery } from '~/urls'
import styles from '../../accounts/statements/statements.module.css'
import { PlanImportForm } from './plan_import_form'
import { PlanUploadForm } from './plan_upload_form'

export type PlanPreview = {
  fileId: number
  name: string
  newCount: number
  problemCount: number
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

type Props = { siteId: number | null; preview: PlanPreview | null }

const columns: PlainColumn<PreviewAccount>[] = [
  { key: 'line', header: 'Fila', numeric: true, cell: (row) => countText(row.line) },
  { key: 'code', header: 'Cuenta', cell: (row) => <span className="num">{row.code}</span> },
  { key: 'name', header: 'Nombre', cell: (row) => row.name },
  { key: 'parent', header: 'Cuenta padre', cell: (row) => <span className="num">{row.parent}</span> },
  { key: 'reconcilable', header: 'Conciliable', cell: (row) => WORDS[String(row.reconcilable)] ?? '' },
]
const WORDS: Record<string, string> = { true: 'Sí', false: 'No', null: 'Según su número' }

export default function PlanImportsCreate({ siteId, preview }: Props) {
  const { sites } = useShared()
  if (!preview || siteId === null) return <PlanUploadForm siteId={siteId} />
  return (
    <div className={styles.page}>
      <Head title="Importar cuentas" />
      <PageHead
        title="Importar cuentas"
        subtitle={`${preview.name} · ${sites.find(({ id }) => id === siteId)?.name ?? ''}`}
        back={withQuery(urlFor('accounts.plan.imports.create'), { site_id: siteId })}
      />
      <KeyFigures
        figures={[
          { label: 'Cuentas nuevas', value: countText(preview.newCount) },
          { label: 'Filas con error', value: countText(preview.problemCount) },
        ]}
      />
      {preview.problemCount > 0 ? <Problems preview={preview} /> : null}
      <PlanImportForm siteId={siteId} preview={preview} />
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

function Problems({ preview: { problems, problemCount } }: { preview: PlanPreview }) {
  return (
    <Alert color="red" title="Filas con error" icon={<IconAlertTriangle size={18} />}>
      <ul className={styles.issues}>
        {problems.map(({ line, message }) => (
          <li key={line}>
            Fila {countText(line)}: {message}
          </li>
        ))}
      </ul>
      {problemCount > problems.length ? <p>Y {countText(problemCount - problems.length)} más.</p> : null}
    </Alert>
  )
}
