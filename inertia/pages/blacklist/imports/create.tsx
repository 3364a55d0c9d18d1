import { Head, Link } from '@inertiajs/react'
import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction } from '~/kit/confirm_action'
import { countText, Instant } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { ErrorSummary } from '~/kit/error_summary'
import { FileDrop } from '~/kit/file_drop'
import { FormPage } from '~/kit/form_page'
import { PageHead } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'

type Row = { row_no: number; iban: string; reason: string; comment: string }
type RowError = { rowNo: number; message: string }
type Preview = {
  id: string
  name: string
  new_count: number
  error_count: number
  errors: RowError[]
  rows: Row[]
}
type Past = {
  id: string
  file: string
  imported: number
  who: string | null
  at: string
  is_undone: boolean
  may_undo: boolean
}

const rowColumns: PlainColumn<Row>[] = [
  { key: 'row_no', header: 'Fila', numeric: true, cell: (row) => row.row_no },
  { key: 'iban', header: 'IBAN', cell: (row) => <span className="num">{row.iban}</span> },
  { key: 'reason', header: 'Motivo', cell: (row) => row.reason },
  { key: 'comment', header: 'Comentario', cell: (row) => row.comment },
]

const errorColumns: PlainColumn<RowError>[] = [
  { key: 'message', header: 'Qué hay que corregir', cell: (error) => error.message },
]

export default function BlacklistImportsCreate({
  preview,
  imports,
}: {
  preview: Preview | null
  imports: Past[]
}) {
  const [undoing, setUndoing] = useState<Past | null>(null)
  if (preview) return <ImportPreview preview={preview} />
  const columns: PlainColumn<Past>[] = [
    { key: 'at', header: 'Fecha', cell: (item) => <Instant value={item.at} /> },
    { key: 'file', header: 'Fichero', cell: (item) => item.file },
    { key: 'who', header: 'Por', cell: (item) => item.who ?? '–' },
    { key: 'imported', header: 'IBAN', numeric: true, cell: (item) => countText(item.imported) },
    {
      key: 'state',
      header: 'Estado',
      cell: (item) =>
        item.may_undo ? (
          <Button variant="default" size="compact-sm" onClick={() => setUndoing(item)}>
            Deshacer
          </Button>
        ) : item.is_undone ? (
          'Deshecha'
        ) : (
          'Importada'
        ),
    },
  ]
  return (
    <>
      <UploadForm />
      <Box mt="xl">
        <Section title="Importaciones">
          <PlainTable
            label="Importaciones"
            rows={imports}
            columns={columns}
            keyOf={(item) => item.id}
            empty="Aún no se ha importado ningún fichero."
          />
        </Section>
      </Box>
      <ConfirmAction
        confirmation={
          undoing
            ? {
                title: 'Deshacer la importación',
                question: `Se retirarán los ${countText(undoing.imported)} IBAN de «${undoing.file}», siempre que ninguno haya actuado.`,
                submitLabel: 'Deshacer la importación',
                isDangerous: true,
                url: urlFor('iban-blacklist.imports.destroy', { import: undoing.id }),
                method: 'delete',
              }
            : null
        }
        onClose={() => setUndoing(null)}
      />
    </>
  )
}

/** The first step: the file. Nothing is listed yet. */
function UploadForm() {
  const form = useFormSubmission({
    initial: { files: [] as File[] },
    url: urlFor('iban-blacklist.imports.upload'),
    leaving: 'allow',
    transform: ({ files }) => ({ file: files[0] ?? null }),
  })
  const files = form.field('files')
  return (
    <FormPage
      title="Importar a la lista negra"
      subtitle="Un CSV con IBAN;motivo;comentario. Se importan todas las filas o ninguna."
      form={form}
      submitLabel="Ver antes de importar"
      isDisabled={form.values.files.length === 0}
      cancelHref={urlFor('iban-blacklist.index')}
    >
      <FileDrop
        {...files}
        error={files.error ?? form.errors.file}
        label="Fichero CSV"
        help="Motivos: Fraude, Cambio no verificado, Proveedor bloqueado, Sanción, Error recurrente, Otro."
        countMax={1}
        progress={form.progress}
        errors={form.errors}
      />
    </FormPage>
  )
}

/** The second step: what would be listed and what is wrong; with one row wrong nothing is. */
function ImportPreview({ preview }: { preview: Preview }) {
  const form = useFormSubmission({
    initial: {},
    url: urlFor('iban-blacklist.imports.store', { import: preview.id }),
    leaving: 'allow',
  })
  return (
    <>
      <Head title="Importar a la lista negra" />
      <PageHead
        title="Importar a la lista negra"
        subtitle={preview.name}
        back={urlFor('iban-blacklist.imports.create')}
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <ErrorSummary errors={form.errors} />
        {preview.error_count > 0 ? (
          <Section title={`Filas con error (${countText(preview.error_count)})`}>
            <p>Corrija el fichero y súbalo otra vez: no se importa ninguna fila mientras haya errores.</p>
            <PlainTable
              label="Filas con error"
              rows={preview.errors}
              columns={errorColumns}
              keyOf={(error) => `${error.rowNo} ${error.message}`}
            />
          </Section>
        ) : null}
        <Section title="Primeras filas correctas">
          <PlainTable
            label="Primeras filas correctas"
            rows={preview.rows}
            columns={rowColumns}
            keyOf={(row) => row.row_no}
            empty="Ninguna fila se puede importar."
          />
        </Section>
        <Group mt="md">
          <Button
            type="submit"
            color="red.8"
            loading={form.processing}
            disabled={preview.error_count > 0 || preview.new_count === 0}
          >
            Bloquear {countText(preview.new_count)} IBAN
          </Button>
          <Button component={Link} href={urlFor('iban-blacklist.imports.create')} variant="default">
            Elegir otro fichero
          </Button>
        </Group>
      </form>
    </>
  )
}
