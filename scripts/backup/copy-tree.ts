import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';

type Copy = {
  from: string;
  to: string;
  skip?: (below: string) => boolean;
  /** Owner of the copy; by default the owner of the original. */
  owner?: { uid: number; gid: number };
};

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Copies a folder with owners and permissions. Files that vanish meanwhile are left out: a running PostgreSQL removes
 * files, and its WAL records that. `skip` gets the path below `from`.
 */
export function copyTree({ from, to, skip = () => false, owner }: Copy): void {
  const copy = (below: string): void => {
    const source = path.join(from, below);
    const target = path.join(to, below);
    const found = lstatSync(source);
    if (found.isSymbolicLink()) return symlinkSync(readlinkSync(source), target);
    if (found.isDirectory()) {
      mkdirSync(target, { recursive: true });
      for (const name of readdirSync(source)) if (!skip(path.join(below, name))) copyUnlessGone(path.join(below, name));
    } else if (found.isFile()) copyFileSync(source, target);
    else return;
    const { uid, gid } = owner ?? found;
    chownSync(target, uid, gid);
    chmodSync(target, found.mode & 0o7777);
  };
  const copyUnlessGone = (below: string): void => {
    try {
      copy(below);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  };
  copy('');
}
