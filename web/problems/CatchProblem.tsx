import { Component, type ComponentType, type ReactNode } from 'react';
import { type Location, useLocation } from 'react-router';

type Props = { children: ReactNode; Page: ComponentType<{ error: unknown }> };
type State = { location?: Location; caught: { error: unknown } | null };

/** Shows an error page for what a screen threw, until another address is opened. */
export function CatchProblem(props: Props) {
  return <Boundary {...props} location={useLocation()} />;
}

class Boundary extends Component<Props & { location: Location }, State> {
  override state: State = { caught: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ location }: { location: Location }, state: State): State | null {
    return location === state.location ? null : { location, caught: null };
  }

  override render() {
    const { caught } = this.state;
    const { Page, children } = this.props;
    return caught ? <Page error={caught.error} /> : children;
  }
}
