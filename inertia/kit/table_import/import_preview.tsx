import { Head, Link } from '@inertiajs/react'
import { Alert, Box, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { countText } from '~/kit/day'
import { KeyFigures } from '~/kit/detail/key_figures'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useWorkInHand } from '~/kit/form/work_in_hand'
import { PageHead } from '~/kit/page_head'
import { ColumnMapping } from '~/kit/table_import/column_mapping'
import type { ImportAbout, Preview } from '~/kit/table_import/import_props'
import { PreviewRows } from '~/kit/table_import/preview_rows'
import { QuestionField } from '~/kit/table_import/question_field'

type Props = { about: ImportAbout; preview: Preview }

/** What a file would bring: how its columns were understood, what is wrong row by row, and the import. */
export function ImportPreview({ about, preview }: Props) {
  const url = `${about.urls.files}/${preview.id}`
  const isLost = (preview.columns?.missing.length ?? 0) > 0
  useWorkInHand(true)
  return (
    <>
      <Head title={about.title} />
      <PageHead title={about.title} subtitle={preview.name} back={about.urls.create} />
      <Notices preview={preview} />
      {preview.columns ? (
        <ColumnMapping
          // What was understood anew fills the form anew.
          key={JSON.stringify(preview.columns.fields.map(({ heading }) => heading))}
          columns={preview.columns}
          url={url}
          againHref={about.urls.create}
        />
      ) : null}
      {isLost ? null : (
        <>
          <Box mt="md">
            <Figures preview={preview} />
          </Box>
          <PreviewRows about={about} preview={preview} />
          <PreviewQuestions about={about} preview={preview} url={url} />
          <TakeOn about={about} preview={preview} url={url} />
        </>
      )}
    </>
  )
}

function Notices({ preview: { problem, notices } }: { preview: Preview }) {
  return (
    <>
      {problem ? (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} mb="md" role="alert">
          No se importó: {problem}
        </Alert>
      ) : null}
      {notices.map((notice) => (
        <Alert key={notice} color="yellow" icon={<IconAlertTriangle size={18} />} mb="md" role="note">
          {notice}
        </Alert>
      ))}
    </>
  )
}

function Figures({ preview }: { preview: Preview }) {
  return (
    <KeyFigures
      figures={[
        { label: 'Filas correctas', value: countText(preview.newCount) },
        { label: 'Con error', value: countText(preview.errorCount) },
        ...(preview.repeatedCount > 0
          ? [{ label: 'Ya estaban', value: countText(preview.repeatedCount) }]
          : []),
        ...(preview.leftOutCount > 0
          ? [{ label: 'No se importan', value: countText(preview.leftOutCount) }]
          : []),
      ]}
    />
  )
}

/** Questions whose answers change what is read: each is sent at once. */
function PreviewQuestions({ about, preview, url }: Props & { url: string }) {
  const questions = about.questions.filter(({ at }) => at === 'preview')
  const form = useFormSubmission({ initial: {}, url, method: 'put', leaving: 'allow' })
  if (questions.length === 0) return null
  return (
    <Box mt="md">
      <ErrorSummary errors={form.errors} />
      {questions.map((question) => (
        <QuestionField
          key={question.key}
          question={question}
          value={preview.answers[question.key] ?? false}
          error={undefined}
          onChange={(value) => form.submit({ ...preview.answers, [question.key]: value })}
        />
      ))}
    </Box>
  )
}

/** The import itself; held while rows are wrong that would keep it out. */
function TakeOn({ about, preview, url }: Props & { url: string }) {
  const form = useFormSubmission({ initial: { leaveOutWrong: false }, url, leaving: 'allow' })
  const { newCount, errorCount } = preview
  const isHeld =
    newCount === 0 ||
    (errorCount > 0 && about.wrongRows === 'refuse') ||
    (errorCount > 0 && about.wrongRows === 'ask' && !form.values.leaveOutWrong)
  const { color } = about.submit
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      {errorCount > 0 && about.wrongRows === 'ask' && newCount > 0 ? (
        <Box mt="md">
          <CheckboxField label="Omitir filas con error" {...form.field('leaveOutWrong')} />
        </Box>
      ) : null}
      {errorCount > 0 && about.wrongRows === 'refuse' ? (
        <p>Corrija el fichero y súbalo otra vez: no se importa ninguna fila mientras haya errores.</p>
      ) : null}
      <Group mt="md">
        <Button type="submit" {...(color ? { color } : {})} loading={form.processing} disabled={isHeld}>
          {submitLabel(about, newCount)}
        </Button>
        <Button component={Link} href={about.urls.create} variant="default">
          Elegir otro fichero
        </Button>
      </Group>
    </form>
  )
}

/** «Importar 3 proveedores»; where wrong rows stay out it says that those which are right are taken on. */
function submitLabel({ submit, nouns, wrongRows }: ImportAbout, count: number): string {
  if (wrongRows === 'leave_out')
    return count === 1 ? 'Procesar 1 fila válida' : `Procesar ${countText(count)} filas válidas`
  return `${submit.verb} ${countText(count)} ${count === 1 ? nouns.one : nouns.many}`
}
