import style from './fields.module.css';

/** A hidden field for password managers: the account that the password belongs to. */
export function ForManagers({ username }: { username: string }) {
  return (
    <input
      className={style.forManagers}
      type="text"
      autoComplete="username"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
