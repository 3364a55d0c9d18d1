import { Head } from '@inertiajs/react'
import { Progress } from '@mantine/core'
import { countText } from '~/kit/day'
import { PageHead } from '~/kit/page_head'
import type { ImportAbout, ImportPageProps } from '~/kit/table_import/import_props'
import { useRefresh } from '~/live/use_refresh'

type Props = { about: ImportAbout; progress: NonNullable<ImportPageProps['progress']> }

/** A long file while a job takes it on; the page turns into the result, or back into the preview with what was wrong. */
export function ImportProgress({ about, progress: { name, done, total } }: Props) {
  useRefresh({ isOn: true, concerns: { jobs: true } })
  return (
    <>
      <Head title={about.title} />
      <PageHead title={about.title} subtitle={name} back={about.urls.create} />
      <div role="status">
        <p>
          {total ? `${countText(done)} de ${countText(total)} ${about.nouns.many}. ` : 'Se está importando. '}
          Puede seguir trabajando: se avisa al terminar.
        </p>
        <Progress
          value={total ? Math.round((done / total) * 100) : 100}
          animated={!total}
          aria-label="Filas importadas"
        />
      </div>
    </>
  )
}
