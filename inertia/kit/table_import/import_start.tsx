import { usePage } from '@inertiajs/react'
import { Anchor, Box } from '@mantine/core'
import { Section } from '~/kit/detail/detail_page'
import { FileDrop } from '~/kit/form/file_drop'
import { FormPage } from '~/kit/form/form_page'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { ImportAbout, PastImport } from '~/kit/table_import/import_props'
import { PastImports } from '~/kit/table_import/past_imports'
import { QuestionField } from '~/kit/table_import/question_field'
import { useShared } from '~/shared_props'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** Before a file is chosen: where it goes in, what its columns are called, what was imported before and the way back. */
export function ImportStart({ about, imports }: { about: ImportAbout; imports: PastImport[] }) {
  const { sites } = useShared()
  const [only] = sites.length === 1 ? sites : []
  // A page that leads here says what it knows already: the company whose plan is to be brought in.
  const given = new URLSearchParams(usePage().url.split('?')[1] ?? '')
  const questions = about.questions.filter(({ at }) => at === 'file')
  const form = useFormSubmission({
    initial: {
      files: [] as File[],
      answers: Object.fromEntries(
        questions.map(({ key, kind }) => [
          key,
          kind === 'tick' ? false : (given.get(key) ?? (kind === 'site' && only ? String(only.id) : '')),
        ])
      ) as Record<string, string | boolean>,
    },
    url: about.urls.upload,
    leaving: 'allow',
    transform: ({ files, answers }) => ({ file: files[0] ?? null, ...answers }),
  })
  const files = form.field('files')
  return (
    <>
      <FormPage
        title={about.title}
        subtitle={about.subtitle}
        form={form}
        submitLabel="Ver antes de importar"
        isDisabled={form.values.files.length === 0}
        cancelHref={about.urls.back}
      >
        {questions.map((question) => (
          <QuestionField
            key={question.key}
            question={question}
            value={form.values.answers[question.key] ?? ''}
            error={form.errors[question.key]}
            onChange={(value) => form.set({ answers: { ...form.values.answers, [question.key]: value } })}
          />
        ))}
        <FileDrop
          {...files}
          error={files.error ?? form.errors.file}
          label={about.fileLabel}
          help={helpOf(about)}
          countMax={1}
          progress={form.progress}
          errors={form.errors}
        />
        <div>
          <Anchor href={`${about.urls.files}/template`} size="sm">
            Descargar plantilla
          </Anchor>
        </div>
      </FormPage>
      <Box mt="xl">
        <Section title="Ficheros importados">
          <PastImports about={about} imports={imports} />
        </Section>
      </Box>
    </>
  )
}

/** The columns by name, and that others may be pointed out. */
function helpOf({ needed, further, help }: ImportAbout): string {
  const also = further.length > 0 ? ` Además, si los hay: ${list.format(further)}.` : ''
  const columns = `Columnas: ${list.format(needed)}.${also} Con otros nombres se indican después.`
  return help ? `${columns} ${help}` : columns
}
