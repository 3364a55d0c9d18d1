import { ImportPreview } from '~/kit/table_import/import_preview'
import { ImportProgress } from '~/kit/table_import/import_progress'
import type { ImportPageProps } from '~/kit/table_import/import_props'
import { ImportResult } from '~/kit/table_import/import_result'
import { ImportStart } from '~/kit/table_import/import_start'

/** The page of an import, all of it declared by the server: the file, its columns and rows, the progress, the result. */
export function ImportPage({ about, preview, progress, result, imports }: ImportPageProps) {
  if (preview) return <ImportPreview key={preview.id} about={about} preview={preview} />
  if (progress) return <ImportProgress about={about} progress={progress} />
  if (result) return <ImportResult about={about} result={result} />
  return <ImportStart about={about} imports={imports} />
}
