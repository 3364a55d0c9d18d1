import type { HttpContext } from '@adonisjs/core/http'
import type { Changed } from '#app/sites/second_person/change_setting'

/** Says whether a setting holds already or waits for a second person. */
export function tellChanged({ session }: HttpContext, changed: Changed, saved: string): void {
  if (changed !== 'proposed') session.flash('success', saved)
  else
    session.flash(
      'warning',
      'El cambio relaja un control: queda propuesto hasta que lo confirme otra persona, y se ha avisado a los aprobadores.'
    )
}
