import { StepDotsGallery } from './ChromeGallery.tsx';
import { FormGallery } from './FormGallery.tsx';
import style from './gallery.module.css';
import { PartsGallery } from './PartsGallery.tsx';

/** Every part of the kit in every state, for development and for its tests. Texts are examples. */
export function Screen() {
  return (
    <div className={style.gallery}>
      <StepDotsGallery />
      <FormGallery />
      <PartsGallery />
    </div>
  );
}
