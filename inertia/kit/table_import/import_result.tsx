import { Head, Link } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { countText, Instant } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import { PageHead } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import type { ImportAbout, ImportResultOf } from '~/kit/table_import/import_props'
import { UndoConfirmation } from '~/kit/table_import/past_imports'

/** What a file became, what stayed out and why, and the way back or why there is none. */
export function ImportResult({ about, result }: { about: ImportAbout; result: ImportResultOf }) {
  const [isUndoing, setIsUndoing] = useState(false)
  const { counts, wrong } = result
  return (
    <>
      <Head title={about.title} />
      <PageHead
        title={about.title}
        subtitle={
          <>
            {result.file} · <Instant value={result.at} />
            {result.who ? ` · ${result.who}` : ''}
          </>
        }
        back={about.urls.create}
        status={
          <StatusBadge
            tone={result.isUndone ? 'grey' : 'green'}
            label={result.isUndone ? 'Deshecha' : 'Importada'}
          />
        }
        actions={
          result.canUndo ? (
            <Button variant="default" onClick={() => setIsUndoing(true)}>
              Deshacer
            </Button>
          ) : null
        }
      />
      <KeyFigures
        figures={[
          { label: 'Importadas', value: countText(result.imported) },
          { label: 'Ya estaban', value: countText(counts.repeated) },
          { label: 'Con error', value: countText(counts.wrong) },
          { label: 'No se importan', value: countText(counts.leftOut) },
        ]}
      />
      {result.result ? <p>{result.result}</p> : null}
      {result.whyNot ? <p>No se puede deshacer: {result.whyNot}.</p> : null}
      {wrong.length > 0 ? (
        <Section title="Filas que se quedaron fuera">
          <PlainTable
            label="Filas que se quedaron fuera"
            rows={wrong}
            columns={[
              { key: 'row', header: 'Fila', numeric: true, cell: (row) => countText(row.rowNo) },
              { key: 'message', header: 'Por qué', cell: (row) => row.message },
            ]}
            keyOf={(row) => row.rowNo}
          />
        </Section>
      ) : null}
      <Group mt="md">
        {result.resultUrl ? (
          <Button component={Link} href={result.resultUrl}>
            Ver lo importado
          </Button>
        ) : null}
        <Button component={Link} href={about.urls.create} variant="default">
          Importar otro fichero
        </Button>
      </Group>
      <UndoConfirmation about={about} item={isUndoing ? result : null} onClose={() => setIsUndoing(false)} />
    </>
  )
}
