import style from './fields.module.css';

/** A field that only password managers see: which account the password beside it belongs to. */
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
