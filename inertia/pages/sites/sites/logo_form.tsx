import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { FileField } from '~/kit/fields/file_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { SiteHead } from './site_page'
import styles from './sites.module.css'

/** The company's mark as its report and its receipts print it; a new one replaces it. */
export function LogoForm({ site, canWrite }: { site: SiteHead; canWrite: boolean }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const form = useFormSubmission({
    initial: { logo: null as File | null },
    url: urlFor('sites.logo.store', { id: site.id }),
    leaving: 'allow',
  })
  if (!canWrite && !site.logo) return null
  return (
    <div className={styles.form}>
      <Section title="Logotipo">
        {site.logo ? (
          <img className={styles.logo} src={site.logo} alt={`Logotipo de ${site.legalName}`} />
        ) : null}
        {canWrite ? (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              form.submit()
            }}
          >
            <FileField
              label={site.logo ? 'Otra imagen' : 'Imagen'}
              help="PNG, JPEG o WebP de hasta 2 MB. Sale en su informe y en los justificantes de pago."
              accept="image/png,image/jpeg,image/webp"
              {...form.field('logo')}
            />
            <div className={styles.logoActions}>
              <Button type="submit" variant="default" loading={form.processing}>
                Guardar logotipo
              </Button>
              {site.logo ? (
                <Button variant="subtle" color="red" onClick={() => setConfirmation(removing(site))}>
                  Quitar
                </Button>
              ) : null}
            </div>
          </form>
        ) : null}
      </Section>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}

const removing = (site: SiteHead): Confirmation => ({
  title: 'Quitar el logotipo',
  question: `Los informes y justificantes de ${site.legalName} saldrán sin él.`,
  submitLabel: 'Quitar logotipo',
  isDangerous: true,
  method: 'delete',
  url: urlFor('sites.logo.destroy', { id: site.id }),
})
