// The way to one's access tokens.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export const Programs = (): ReactNode => (
  <section className="panel" aria-labelledby="account-programs">
    <h2 id="account-programs">Tokens de acceso</h2>
    <p>
      Un token deja que un programa, como el ERP de su empresa, pregunte en nombre de usted sin conocer su contraseña,
      con los permisos que elija y hasta el día que elija.
    </p>
    <p>
      <Link to="/tokens">Ver sus tokens de acceso</Link>
    </p>
  </section>
)
